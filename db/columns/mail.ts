import type { Language } from "../../src/formats/languages.ts";

/**
 * queued: will be sent, or tried again. sending: the mail server has everything except the final dot. Final states:
 * sent; saved (in the outbox, without a mail server); failed; uncertain (the connection or the program ended between
 * the dot and the server's answer).
 */
export type MailState = "queued" | "sending" | "sent" | "saved" | "failed" | "uncertain";

/**
 * What a link opens without signing in: a new password, a confirmed or another address for a user, the files of a
 * document, or the page of a shared project. "provider-proof" is in no link: the page of an owner whom a provider has
 * confirmed keeps its token.
 */
export type MagicLinkPurpose =
  | "password-reset"
  | "confirm-email"
  | "change-email"
  | "shared-document"
  | "shared-project"
  | "office-invitation"
  | "provider-proof";

/** A link of an email. A secret one gets its token when the email is sent; no token is ever stored. */
export type MailLink =
  | { label: string; path: string }
  | {
      label: string;
      secret: { purpose: MagicLinkPurpose; subject: string; lifetimeMs: number };
      /** The token is appended; no browser sends it, so no proxy logs it. */
      path: `${string}#`;
    };

/** A stored file, by its key in the file store. */
export type MailAttachment = { key: string; fileName: string; contentType: string };

/** The content of an email. Plain text; user input is escaped in HTML. */
export type MailLetter = {
  /** Default: English. */
  language?: Language;
  /** Replaces a subject that contains names, because subjects are stored longer than the content. */
  subject?: string;
  paragraphs: string[];
  /** The first is a button below the first paragraph, which says what it is for; the others are below the text. */
  links?: MailLink[];
  /** False: no link is more important than another, such as those of several documents; all are below the text. */
  button?: false;
  /** A user's own words, shown separately from ours. */
  quote?: string;
  /** Paragraphs below the quote. */
  afterQuote?: string[];
  attachments?: MailAttachment[];
};
