import { unlinked } from "../mail/defang.ts";
import type { MailLetter } from "../mail/mail.ts";

/** The kind of the job that follows a confirmed address, for an account whose referral waits for one. */
export const emailConfirmedJob = "account.email_confirmed";

const day = 86_400_000;
const confirmationDays = 3;

type Owner = { id: string; username: string; emailConfirmedAt: Date | null };

/**
 * How a mail names an account. Whoever opened the account chose its user name, so it stands in no mail to an address
 * that nobody confirmed: the mail may go to a stranger.
 */
export function nameAccount({
  username,
  emailConfirmedAt,
}: Pick<Owner, "username" | "emailConfirmedAt">): string {
  return emailConfirmedAt === null ? "your account" : `your account ${unlinked(username)}`;
}

/** The letter with the link that confirms an address. Nothing in it was chosen by the person who entered it. */
export function confirmationLetter({ id }: Pick<Owner, "id">): MailLetter {
  return {
    paragraphs: [
      "Somebody, probably you, entered this e-mail address for an account here.",
      `The link below confirms that the address is yours. It works for ${confirmationDays} days.`,
      "If it was not you, there is nothing to do: without your confirmation nothing is sent in your name.",
    ],
    links: [
      {
        label: "Confirm this address",
        /** In the fragment the token is sent to no server, no proxy and no other page. */
        path: "/confirm-email#",
        secret: { purpose: "confirm-email", subject: id, lifetimeMs: confirmationDays * day },
      },
    ],
  };
}

/** The letter to an address that was replaced. */
export function replacedLetter(): MailLetter {
  return {
    paragraphs: [
      "The e-mail address of your account was replaced by another one; this one was never confirmed.",
      "If it was not you, please write to us:",
    ],
    links: [{ label: "Contact us", path: "/contact" }],
  };
}
