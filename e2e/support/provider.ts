import { freePort } from "../../src/testing/free-port.ts";
import {
  startOpenIdProvider,
  type TestProvider,
  testClient,
} from "../../src/testing/test-openid-provider.ts";
import { test as base } from "./browser.ts";

/** A certified OpenID provider, and a site whose operator has set it up. */
export const test = base.extend<object, { place: { port: string; office: TestProvider } }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here.
    async ({}, use) => {
      const port = String(await freePort());
      const office = await startOpenIdProvider(() => [
        `http://localhost:${port}/api/auth/provider-login/office/callback`,
      ]);
      await use({ port, office });
      await office.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ place: { port, office } }, use) =>
      use({
        PORT: port,
        SIGN_IN_PROVIDERS: JSON.stringify([
          { id: "office", name: "Office", issuer: office.issuer, ...testClient },
        ]),
      }),
    { scope: "worker" },
  ],
});
