import { AppError, PartlyDone, type Said, say } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import { findMail, type MailRow } from "./mail.repo.ts";

export type MailOutcome = { state: "sent" | "queued" | "saved" } & Said;

const saved = {
  code: "mail-saved",
  text: "This site can't send email yet. We saved the message for the people who run it.",
};
const queued = {
  code: "mail-queued",
  text: "The mail server has not accepted the message yet. We'll keep trying.",
};
const sent = { code: "mail-sent", text: "The mail server accepted the message for {recipient}." };

const defaultTimeoutMs = 6_000;
const lookEveryMs = 100;

/**
 * Waits briefly for a mail that was just queued and reports its state. Throws PartlyDone with `unavailable` if the mail
 * server refused it, or if it is unknown whether it arrived.
 */
export async function mailOutcome(
  deps: Pick<Deps, "db" | "jobEvents">,
  mailId: string,
  maxWaitMs = defaultTimeoutMs,
): Promise<MailOutcome> {
  let mail = await findMail(deps.db, mailId);
  for (let waited = 0; waited < maxWaitMs && mail && isOpen(mail); waited += lookEveryMs) {
    await deps.jobEvents.untilEnded(mailId, lookEveryMs);
    mail = await findMail(deps.db, mailId);
  }
  switch (mail?.state) {
    case "sent":
      return { state: "sent", ...say({ ...sent, params: { recipient: mail.recipient } }) };
    case "saved":
      return { state: "saved", ...say(saved) };
    case "failed":
      throw new PartlyDone(
        new AppError(
          "unavailable",
          "mail-refused",
          "The mail server refused the message. Please check the address.",
        ),
      );
    case "uncertain":
      throw new PartlyDone(
        new AppError(
          "unavailable",
          "mail-unconfirmed",
          "The mail server did not confirm the message. Please ask the recipient before you send it again.",
        ),
      );
    default:
      return { state: "queued", ...say(queued) };
  }
}

/** Still in the queue, and not refused yet. */
function isOpen({ state, lastError }: MailRow): boolean {
  return (state === "queued" || state === "sending") && lastError === null;
}
