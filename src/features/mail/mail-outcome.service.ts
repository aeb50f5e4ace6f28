import { AppError } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import { findMail, type MailRow } from "./mail.repo.ts";

export type MailOutcome = { state: "sent" | "queued" | "saved"; message: string };

const savedSentence = "E-mail is not set up on this server; the message was saved for its operator.";
const queuedSentence =
  "The mail server has not taken the message yet. It is kept here and will be tried again.";

const defaultTimeoutMs = 6_000;
const lookEveryMs = 100;

/**
 * Waits a moment for a mail that was just queued, and says what became of it, as it is. Throws `unavailable`
 * when it was refused for good, or when nobody knows whether it arrived.
 */
export async function mailOutcome(
  deps: Deps,
  mailId: string,
  maxWaitMs = defaultTimeoutMs,
): Promise<MailOutcome> {
  let mail = findMail(deps.db, mailId);
  for (let waited = 0; waited < maxWaitMs && mail && isOpen(mail); waited += lookEveryMs) {
    await deps.news.untilEnded(mailId, lookEveryMs);
    mail = findMail(deps.db, mailId);
  }
  switch (mail?.state) {
    case "sent":
      return { state: "sent", message: `The mail server took the message for ${mail.recipient}.` };
    case "saved":
      return { state: "saved", message: savedSentence };
    case "failed":
      throw new AppError("unavailable", "The mail server refused the message. Please check the address.");
    case "uncertain":
      throw new AppError(
        "unavailable",
        "The mail server did not confirm the message. Please ask the recipient before you send it again.",
      );
    default:
      return { state: "queued", message: queuedSentence };
  }
}

/** On its way, and not yet turned away once. */
function isOpen({ state, lastError }: MailRow): boolean {
  return (state === "queued" || state === "sending") && lastError === null;
}
