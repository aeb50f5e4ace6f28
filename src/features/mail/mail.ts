import type { MailLetter } from "../../../db/columns/mail.ts";
import type { Language } from "../../formats/languages.ts";

type Letters = { en: MailLetter } & Record<Exclude<Language, "en">, MailLetter & { subject: string }>;

/**
 * A letter in its reader's language. Every version except the English one has a subject that replaces the English
 * subject.
 */
export function pickLetter(language: Language | null, letters: Letters): MailLetter {
  return language === null || language === "en" ? letters.en : { ...letters[language], language };
}

export type NewMail = {
  to: string;
  toName?: string;
  /** Default: SUPPORT_EMAIL. */
  replyTo?: string;
  /** A fixed sentence of ours, or the subject of the message being answered. */
  subject: string;
  letter: MailLetter;
  /** The sender's account; one user's emails do not delay others. */
  userId?: string;
};

/** The kind of the job that sends an email; its subject is the email's id. */
export const mailJob = "mail.send";

const minute = 60_000;
const hour = 60 * minute;

/** Delays between attempts: short at first, a day in total, as long as greylisting and outages may last. */
export const mailPausesMs = [
  5_000,
  minute,
  5 * minute,
  20 * minute,
  hour,
  3 * hour,
  8 * hour,
  12 * hour,
] as const;
