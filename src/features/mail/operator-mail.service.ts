import { join } from "node:path";
import { AppError } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import { composeMail } from "./compose.ts";
import { readLetterLook } from "./letter-look.ts";
import { listMailsInTrouble } from "./mail.repo.ts";
import { mailReport } from "./mail-report.ts";
import { saveToOutbox } from "./outbox.ts";
import { sendOverSmtp } from "./smtp.ts";

/** Waiting emails, and those that failed within the last month, for the operator. */
export async function reportMails(deps: Pick<Deps, "db">): Promise<string> {
  return mailReport(await listMailsInTrouble(deps.db));
}

/**
 * Sends one email immediately, bypassing the queue, so that the operator sees the mail server's answer. Returns what
 * was done. Throws `unavailable` with the server's message.
 */
export async function sendTestMail(
  deps: Pick<Deps, "config" | "now" | "files">,
  address: string,
): Promise<string> {
  const { smtpUrl, smtpHeloName: heloName, smtpRoots: roots } = deps.config;
  const { mailFrom, productName, supportEmail, origin, dataDir } = deps.config;
  const id = crypto.randomUUID();
  const content = composeMail({
    messageId: `${id}@${new URL(origin).hostname}`,
    from: { name: productName, address: mailFrom },
    to: { name: "", address },
    replyTo: supportEmail,
    subject: `${productName}: a test`,
    date: new Date(deps.now()),
    attachments: [],
    look: await readLetterLook(deps.config),
    letter: {
      productName,
      origin,
      language: "en",
      recipientName: null,
      paragraphs: ["This email was sent to test the mail settings. They work."],
      quote: undefined,
      afterQuote: [],
      button: { label: `Open ${productName}`, url: origin },
      links: [],
    },
  });
  if (smtpUrl === undefined) {
    const folder = join(dataDir, "outbox");
    await saveToOutbox(deps.files, folder, `test-${id}`, content);
    return `SMTP_URL is not set: the email was written to ${join(folder, `test-${id}.eml`)}`;
  }
  const lastMoment = async () => {};
  const server = { url: smtpUrl, heloName, roots };
  const delivery = await sendOverSmtp(server, { from: mailFrom, to: address }, content, lastMoment);
  if (delivery.outcome !== "sent")
    throw new AppError("unavailable", "mail-not-sent", "Not sent: {words}", {
      params: { words: delivery.words },
    });
  return `The mail server accepted the email from ${mailFrom} to ${address}.`;
}
