import { startTestSmtpServer, type TestSmtpServer } from "../../src/mail/test-smtp-server.ts";
import { test as base } from "./browser.ts";

/** The product with a real mail server beside it, whose mailbox can be read. */
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
