import { defang } from "../mail/defang.ts";
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
  return emailConfirmedAt === null ? "your account" : `your account ${defang(username)}`;
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

/** The email to a new address that is to replace a confirmed one. Like `confirmationLetter`, without a user's text. */
export function changeLetter({ id }: Pick<Owner, "id">): MailLetter {
  return {
    paragraphs: [
      "Someone, probably you, wants to use this email address for an account here instead of another one.",
      `The link below confirms that the address is yours. It works for ${confirmationDays} days.`,
      "If it wasn't you, you don't need to do anything. Nothing changes without your confirmation.",
    ],
    links: [
      {
        label: "Use this address",
        path: "/confirm-email#",
        secret: { purpose: "change-email", subject: id, lifetimeMs: confirmationDays * day },
      },
    ],
  };
}

/** The email to the confirmed address of an account, when another address was entered for it. */
export function changeRequestedLetter(owner: Owner): MailLetter {
  return {
    paragraphs: [
      `Someone entered another email address for ${nameAccount(owner)}. It replaces this one when the link that we sent there is opened.`,
      "If it wasn't you, someone knows your password. Please choose a new one right away; this also cancels the change:",
    ],
    links: [{ label: "Choose a new password", path: "/forgot-password" }],
  };
}

/** The email to a confirmed address after another one has replaced it. */
export function changedAddressLetter(owner: Owner): MailLetter {
  return {
    paragraphs: [
      `${sentence(nameAccount(owner))} now uses another email address. We won't write to this one any more.`,
      "If it wasn't you, please write to us:",
    ],
    links: [{ label: "Contact us", path: "/contact" }],
  };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
