import { z } from "zod";
import { defang } from "../mail/defang.ts";
import type { MailLetter } from "../mail/mail.ts";
import { nameAccount } from "./email-letters.ts";

/** The kind of the job that looks up a forgotten account; its subject is a `ResetRequest`. */
export const passwordResetJob = "password.reset";

const resetRequestSchema = z.object({
  /** The name or address as typed. */
  account: z.string(),
  /** Identifies the requester in the limits. */
  requester: z.string(),
});
export type ResetRequest = z.infer<typeof resetRequestSchema>;

export const writeResetRequest = (request: ResetRequest): string => JSON.stringify(request);

/** Jobs of earlier versions contain only the account. */
export function readResetRequest(subject: string): ResetRequest {
  try {
    return resetRequestSchema.parse(JSON.parse(subject));
  } catch {
    return { account: subject, requester: "" };
  }
}

const hour = 3_600_000;

type Owner = { id: string; username: string; emailConfirmedAt: Date | null };

/**
 * The email with a link for each account of the mailbox. Each link sets a new password once, within an hour. A mailbox
 * gets a single email, no matter how many accounts it has.
 */
export function resetLetter(owners: [Owner, ...Owner[]]): MailLetter {
  const [first, ...others] = owners;
  const isOne = others.length === 0;
  return {
    paragraphs: [
      `Someone, probably you, asked for a new password for ${isOne ? nameAccount(first) : "your accounts"}.`,
      isOne
        ? "Choose one with the link below. It works once, within one hour."
        : "Each link below sets a password for one account. It works once, within one hour.",
      "If it wasn't you, you don't need to do anything. Your password stays the same.",
    ],
    links: owners.map(({ id, username }) => ({
      label: isOne ? "Choose a new password" : `Choose a new password for ${defang(username)}`,
      /** Browsers do not send the fragment, so the token reaches no server, proxy or other page. */
      path: "/reset-password#",
      secret: { purpose: "password-reset", subject: id, lifetimeMs: hour },
    })),
  };
}

/**
 * The email about a changed password. `at`: ms since 1970 UTC. With `isAgain`, it covers all changes since the previous
 * email, and `at` is the last one.
 */
export function changedLetter(owner: Owner, at: number, { isAgain = false } = {}): MailLetter {
  const when = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const how = isAgain ? "was changed again, for the last time on" : "was changed on";
  return {
    paragraphs: [
      `The password of ${nameAccount(owner)} ${how} ${when} UTC.`,
      "We logged you out everywhere else and revoked your access tokens.",
      "If it wasn't you, please choose a new password right away:",
    ],
    links: [{ label: "Forgot your password?", path: "/forgot-password" }],
  };
}
