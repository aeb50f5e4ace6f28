/**
 * queued: will be sent, or tried again. sending: every byte is with the mail server but the dot that makes it
 * a mail. Then, for good: sent; saved (in the outbox, as no mail server is set up); failed; uncertain (the
 * connection or the program ended between the dot and the server's answer).
 */
export type MailState = "queued" | "sending" | "sent" | "saved" | "failed" | "uncertain";

/**
 * What a link opens without signing in: a new password or a confirmed address for a user, or the files of a document.
 */
export type SecretLinkPurpose = "password-reset" | "confirm-email" | "shared-document";

/** A link of a mail. A secret one gets its token when the mail is sent; no token is ever kept. */
export type MailLink =
  | { label: string; path: string }
  | {
      label: string;
      secret: { purpose: SecretLinkPurpose; subject: string; lifetimeMs: number };
      /** The token is put at its end, e.g. "/reset-password#". */
      path: string;
    };

/** A kept file, by its key in the file store. */
export type MailAttachment = { key: string; fileName: string; contentType: string };

/** The languages of mails. */
export const mailLanguages = ["en", "es"] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** What a mail says. Plain text; whatever people typed is escaped when it becomes HTML. */
export type MailLetter = {
  /** Default: English. */
  language?: MailLanguage;
  /** Replaces the subject of the mail, which is stored longer, where names are in it. */
  subject?: string;
  paragraphs: string[];
  links?: MailLink[];
  /** Somebody's own words, shown apart from ours. */
  quote?: string;
  /** Paragraphs below the quote. */
  afterQuote?: string[];
  attachments?: MailAttachment[];
};

export type NewMail = {
  to: string;
  toName?: string;
  /** Default: SUPPORT_EMAIL. */
  replyTo?: string;
  /** A fixed sentence of ours, or the subject of the message that is answered. */
  subject: string;
  letter: MailLetter;
  /** On whose behalf; mails of one user do not make others wait. */
  userId?: string;
};

/** The kind of the job that sends a mail; its subject is the mail's id. */
export const mailJob = "mail.send";

const minute = 60_000;
const hour = 60 * minute;

/** Waits between the attempts: quick at first, a day in all, as long as greylisting and outages may last. */
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
