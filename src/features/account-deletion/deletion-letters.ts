import { nameAccount } from "../accounts/email-letters.ts";
import type { MailLetter } from "../mail/mail.ts";

type Owner = Parameters<typeof nameAccount>[0];

/** "2026-11-30 07:50 UTC". */
const writeTime = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

export function deletionRequestedLetter(owner: Owner, at: Date): MailLetter {
  return {
    paragraphs: [
      `You asked us to delete ${nameAccount(owner)}. We'll delete it on ${writeTime(at)}.`,
      "Until then you can log in and keep it. Please download everything you need before that day.",
      "If it wasn't you, log in, keep the account, and choose a new password.",
    ],
    links: [{ label: "Keep your account", path: "/account" }],
  };
}

export function accountKeptLetter(owner: Owner): MailLetter {
  return {
    paragraphs: [
      `You decided to keep ${nameAccount(owner)}. We won't delete it.`,
      "If you had a plan that renews, it was canceled and ends with the period you paid for. You can choose a plan again.",
    ],
    links: [{ label: "Go to your account", path: "/account" }],
  };
}

export function accountDeletedLetter(): MailLetter {
  return {
    paragraphs: [
      "Your account is deleted, as you asked. We removed your name, your email address and the names of your files.",
      "Anyone who has a certificate can still check its serial number. The public record shows no name.",
    ],
  };
}
