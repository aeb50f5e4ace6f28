import { join } from "node:path";
import { stateFiles } from "../../../db/state-files.ts";
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

type OperatorLetter = { subject: string; paragraphs: string[] };

/**
 * Sends one email immediately, bypassing the queue, so that the operator sees the mail server's answer. Returns what
 * was done. Throws `unavailable` with the server's message.
 */
export async function sendTestMail(
  deps: Pick<Deps, "config" | "now" | "files">,
  address: string,
): Promise<string> {
  const { smtpUrl, mailFrom, productName, dataDir } = deps.config;
  const letter = {
    subject: `${productName}: a test`,
    paragraphs: ["This email was sent to test the mail settings. They work."],
  };
  if (smtpUrl === undefined) {
    const folder = join(dataDir, stateFiles.outbox);
    const { id, content } = await compose(deps, address, letter);
    await saveToOutbox(deps.files, folder, `test-${id}`, content);
    return `SMTP_URL is not set: the email was written to ${join(folder, `test-${id}.eml`)}`;
  }
  await sendOperatorMail(deps, address, letter);
  return `The mail server accepted the email from ${mailFrom} to ${address}.`;
}

/** Sends an email to an operator immediately. Throws `unavailable` if there is no mail server, or with its message. */
export async function sendOperatorMail(
  deps: Pick<Deps, "config" | "now">,
  address: string,
  letter: OperatorLetter,
): Promise<void> {
  const { smtpUrl, smtpEhlo: ehloName, smtpRoots: roots, mailFrom } = deps.config;
  const refuse = (words: string) =>
    new AppError("unavailable", "mail-not-sent", "Not sent: {words}", { params: { words } });
  if (smtpUrl === undefined) throw refuse("SMTP_URL is not set.");
  const lastMoment = async () => {};
  const server = { url: smtpUrl, ehloName, roots };
  const { content } = await compose(deps, address, letter);
  const delivery = await sendOverSmtp(server, { from: mailFrom, to: address }, content, lastMoment);
  if (delivery.outcome !== "sent") throw refuse(delivery.words);
}

async function compose(
  { config, now }: Pick<Deps, "config" | "now">,
  address: string,
  { subject, paragraphs }: OperatorLetter,
) {
  const { mailFrom, productName, supportEmail, origin } = config;
  const id = crypto.randomUUID();
  const content = composeMail({
    messageId: `${id}@${new URL(origin).hostname}`,
    from: { name: productName, address: mailFrom },
    to: { name: "", address },
    replyTo: supportEmail,
    subject,
    date: new Date(now()),
    attachments: [],
    look: await readLetterLook(config),
    letter: {
      productName,
      origin,
      language: "en",
      recipientName: null,
      paragraphs,
      quote: undefined,
      afterQuote: [],
      button: { label: `Open ${productName}`, url: origin },
      links: [],
    },
  });
  return { id, content };
}
