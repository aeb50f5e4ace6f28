import type { Page, Route } from "@playwright/test";
import type { StripeStandIn } from "../stand-in.ts";

/** Lets a page's calls to js.stripe.com and api.stripe.com reach the stand-in; no other Stripe host is let out. */
export async function routeStripe(page: Page, standIn: StripeStandIn): Promise<void> {
  await page.route(/^https:\/\/([a-z0-9-]+\.)?stripe\.(com|network)\//, async (route: Route) => {
    const { hostname, pathname, search } = new URL(route.request().url());
    if (hostname !== "js.stripe.com" && hostname !== "api.stripe.com") return route.abort();
    const response = await route.fetch({ url: `${standIn.url}${pathname}${search}` });
    return route.fulfill({ response });
  });
}
