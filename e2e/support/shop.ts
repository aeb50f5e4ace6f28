import { routeStripe } from "../../src/testing/stripe/browser/serve-library.ts";
import { type StripeFake, startStripeFake } from "../../src/testing/stripe/stripe-fake.ts";
import { test as base } from "./browser.ts";

/** A fake Stripe, whose library the pages load. */
export const test = base.extend<object, { stripe: StripeFake }>({
  stripe: [
    async ({ browserName: _browser }, use) => {
      const stripeFake = startStripeFake({ webhookRetryDelaysMs: [] });
      await use(stripeFake);
      await stripeFake.stop();
    },
    { scope: "worker" },
  ],
  page: async ({ page, stripe }, use) => {
    await routeStripe(page, stripe);
    await use(page);
  },
});
