import type { APIRequestContext, Page } from "@playwright/test";
import { openAccount } from "./calls.ts";
import { test as base } from "./mailbox.ts";

export const admin = { username: "boss", password: "correct horse" };

/** The product with an administrator and a mail server. */
export const test = base.extend<{ client: Client }>({
  settings: [
    async ({ smtp }, use) => {
      await use({ SMTP_URL: smtp.url, ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password });
    },
    { scope: "worker" },
  ],
  client: async ({ playwright, product }, use) => {
    const calls = await playwright.request.newContext({ baseURL: product.origin });
    await use({ ...(await openAccount(calls, { firstName: "Zoë", lastName: "Quill" })), calls });
    await calls.dispose();
  },
});

/** A client of the service with an account, and the calls made as that client. */
export type Client = {
  username: string;
  email: string;
  calls: APIRequestContext;
};

/** Signs in as the administrator without the form. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await page.request.post("/api/auth/login", { data: admin });
}
