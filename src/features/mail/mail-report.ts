import type { MailState } from "../../../db/columns/mail.ts";
import { listed, minute, oneLine, triedTimes } from "../../platform/operator-list.ts";

/** An email in the operator's report. */
export type ReportedMail = {
  state: MailState;
  recipient: string;
  subject: string;
  lastError: string | null;
  createdAt: Date;
  attempts: number;
  /** The next attempt; null if there is none. */
  nextAt: Date | null;
};

/** Waiting, uncertain and failed emails, one line each. */
export function mailReport(mails: ReportedMail[]): string {
  const parts = [
    part("Waiting to be sent", mails, ["queued", "sending"]),
    part("Possibly sent; the mail server did not confirm it", mails, ["uncertain"]),
    part("Failed, will not be retried", mails, ["failed"]),
  ];
  return (
    parts.filter(Boolean).join("\n\n") || "No email is waiting, and none has failed in the last 30 days."
  );
}

function part(title: string, mails: ReportedMail[], states: MailState[]): string {
  return listed(title, mails.filter(({ state }) => states.includes(state)).map(line));
}

function line({ createdAt, recipient, subject, attempts, nextAt, lastError }: ReportedMail): string {
  const next = nextAt && `next ${minute(nextAt)}`;
  return oneLine([minute(createdAt), recipient, subject, triedTimes(attempts), next, lastError]);
}
