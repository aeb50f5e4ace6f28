import { unlinked } from "../mail/defang.ts";
import type { MailLetter } from "../mail/mail.ts";

/** The kind of the job after an address was confirmed, for an account whose referral waits for that. */
export const emailConfirmedJob = "account.email_confirmed";

const day = 86_400_000;
const confirmationDays = 3;

type Owner = { id: string; username: string; emailConfirmedAt: Date | null };

/**
 * How an email names an account. The person who opened the account chose its username, so emails to an unconfirmed
 * address omit it: they may go to a stranger.
 */
export function nameAccount({
  username,
  emailConfirmedAt,
}: Pick<Owner, "username" | "emailConfirmedAt">): string {
  return emailConfirmedAt === null ? "your account" : `your account ${unlinked(username)}`;
}

/** The email with the link that confirms an address. It contains no text from the person who entered the address. */
export function confirmationLetter({ id }: Pick<Owner, "id">): MailLetter {
  return {
    paragraphs: [
      "Someone, probably you, entered this email address for an account here.",
      `The link below confirms that the address is yours. It works for ${confirmationDays} days.`,
      "If it wasn't you, you don't need to do anything. Without your confirmation, we won't send anything in your name.",
    ],
    links: [
      {
        label: "Confirm this address",
        /** Browsers do not send the fragment, so the token reaches no server, proxy or other page. */
        path: "/confirm-email#",
        secret: { purpose: "confirm-email", subject: id, lifetimeMs: confirmationDays * day },
      },
    ],
  };
}

/** The email to an address that was replaced. */
export function replacedLetter(): MailLetter {
  return {
    paragraphs: [
      "Someone replaced the email address of your account with another one. This one was never confirmed.",
      "If it wasn't you, please write to us:",
    ],
    links: [{ label: "Contact us", path: "/contact" }],
  };
}
