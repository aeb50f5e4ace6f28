import type { MailLetter } from "../mail/mail.ts";
import { unlinked } from "../mail/unlinked.ts";

/** The kind of the job that looks for a forgotten account; its subject is the name or address as it was typed. */
export const passwordResetJob = "password.reset";

const hour = 3_600_000;

/** The letter with the link that sets a new password, once, within an hour of being sent. */
export function resetLetter(user: { id: string; username: string }): MailLetter {
  return {
    paragraphs: [
      `Somebody, probably you, asked for a new password for your account ${unlinked(user.username)}.`,
      "The link below lets you choose one. It works once, and for one hour.",
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
    links: [
      {
        label: "Choose a new password",
        /** In the fragment the token is sent to no server, no proxy and no other page. */
        path: "/reset-password#",
        secret: { purpose: "password-reset", subject: user.id, lifetimeMs: hour },
      },
    ],
  };
}

/** The letter that tells of a changed password, so that a thief is noticed. `at` in ms since 1970 UTC. */
export function changedLetter(user: { username: string }, at: number): MailLetter {
  const when = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  return {
    paragraphs: [
      `The password of your account ${unlinked(user.username)} was changed on ${when} UTC.`,
      "Wherever you were logged in before, you have to log in again. Access tokens were revoked.",
      "If it was not you, please choose a new password at once:",
    ],
    links: [{ label: "Forgot your password?", path: "/forgot-password" }],
  };
}
