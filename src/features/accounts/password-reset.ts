import { z } from "zod";
import { unlinked } from "../mail/defang.ts";
import type { MailLetter } from "../mail/mail.ts";
import { nameAccount } from "./email-letters.ts";

/** The kind of the job that looks for a forgotten account; its subject is a `ResetRequest`. */
export const passwordResetJob = "password.reset";

const resetRequestSchema = z.object({
  /** The name or address as it was typed. */
  account: z.string(),
  /** Who asked, for the limits. */
  requester: z.string(),
});
export type ResetRequest = z.infer<typeof resetRequestSchema>;

export const writeResetRequest = (request: ResetRequest): string => JSON.stringify(request);

/** Jobs of earlier versions have the account alone. */
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
 * The letter with a link for each account of the mailbox; each sets a new password, once, within an hour of being
 * sent. One letter for all: however many accounts there are, the mailbox gets one mail.
 */
export function resetLetter(owners: [Owner, ...Owner[]]): MailLetter {
  const [first, ...others] = owners;
  const isOne = others.length === 0;
  return {
    paragraphs: [
      `Somebody, probably you, asked for a new password for ${isOne ? nameAccount(first) : "your accounts"}.`,
      isOne
        ? "The link below lets you choose one. It works once, and for one hour."
        : "Each link below lets you choose one for one account. It works once, and for one hour.",
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
    links: owners.map(({ id, username }) => ({
      label: isOne ? "Choose a new password" : `Choose a new password for ${unlinked(username)}`,
      /** In the fragment the token is sent to no server, no proxy and no other page. */
      path: "/reset-password#",
      secret: { purpose: "password-reset", subject: id, lifetimeMs: hour },
    })),
  };
}

/**
 * The letter that tells of a changed password. `at` in ms since 1970 UTC; `isAgain`: it tells of all changes since the
 * mail before, and `at` is the last one.
 */
export function changedLetter(owner: Owner, at: number, { isAgain = false } = {}): MailLetter {
  const when = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const how = isAgain ? "was changed again, for the last time on" : "was changed on";
  return {
    paragraphs: [
      `The password of ${nameAccount(owner)} ${how} ${when} UTC.`,
      "Wherever you were logged in before, you have to log in again. Access tokens were revoked.",
      "If it was not you, please choose a new password at once:",
    ],
    links: [{ label: "Forgot your password?", path: "/forgot-password" }],
  };
}
