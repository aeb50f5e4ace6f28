import { type APIRequestContext, expect } from "@playwright/test";
import { startTestSmtpServer, type TestSmtpServer } from "../../src/testing/test-smtp-server.ts";
import { test as base } from "./browser.ts";

/** The product with a real mail server whose mailbox the test can read. */
export const test = base.extend<object, { smtp: TestSmtpServer }>({
  smtp: [
    async ({ browserName: _browser }, use) => {
      const smtp = await startTestSmtpServer();
      await use(smtp);
      await smtp.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ smtp }, use) => {
      await use({ SMTP_URL: smtp.url, MAIL_FROM: "stamps@example.org" });
    },
    { scope: "worker" },
  ],
});

/** The newest emailed link with this path, once it has arrived. */
export async function linkMailedTo(smtp: TestSmtpServer, email: string, path: string): Promise<string> {
  const find = () =>
    smtp.received
      .filter(({ recipients }) => recipients.includes(email))
      .flatMap(({ mail }) => new RegExp(`http\\S+${path}#\\S+`).exec(mail.text ?? "") ?? [])
      .at(-1);
  await expect.poll(() => find() !== undefined).toBe(true);
  return find() ?? "";
}

/** Confirms the address of a new account without a page. */
export async function confirmByCall(
  calls: APIRequestContext,
  smtp: TestSmtpServer,
  { email }: { email: string },
): Promise<void> {
  const [, token] = (await linkMailedTo(smtp, email, "/confirm-email")).split("#");
  expect((await calls.post("/api/auth/confirm-email", { data: { token } })).status()).toBe(200);
}
