import type { accounts } from "./english/accounts.ts";
import type { admin } from "./english/admin.ts";
import type { adminAudit } from "./english/admin-audit.ts";
import type { billing } from "./english/billing.ts";
import type { collections } from "./english/collections.ts";
import type { contact } from "./english/contact.ts";
import type { copying } from "./english/copying.ts";
import type { documentEmail } from "./english/document-email.ts";
import type { documentProject } from "./english/document-project.ts";
import type { documents } from "./english/documents.ts";
import type { emailAddress } from "./english/email-address.ts";
import type { faq } from "./english/faq.ts";
import type { faqQuestions } from "./english/faq-questions.ts";
import type { formats } from "./english/formats.ts";
import type { landing } from "./english/landing.ts";
import type { password } from "./english/password.ts";
import type { referrals } from "./english/referrals.ts";
import type { shell } from "./english/shell.ts";
import type { support } from "./english/support.ts";
import type { uploadQueue } from "./english/upload-queue.ts";
import type { verification } from "./english/verification.ts";
import type { Messages } from "./messages.ts";

/** All texts of the page, by the part of the page that shows them. Each language is one value of this type. */
export type Catalog = {
  accounts: typeof accounts;
  admin: typeof admin;
  adminAudit: typeof adminAudit;
  billing: typeof billing;
  collections: typeof collections;
  contact: typeof contact;
  copying: typeof copying;
  documentEmail: typeof documentEmail;
  documentProject: typeof documentProject;
  documents: typeof documents;
  emailAddress: typeof emailAddress;
  faq: typeof faq;
  faqQuestions: typeof faqQuestions;
  formats: typeof formats;
  landing: typeof landing;
  password: typeof password;
  referrals: typeof referrals;
  shell: typeof shell;
  support: typeof support;
  uploadQueue: typeof uploadQueue;
  verification: typeof verification;
};

/** A language other than English: every text of the page, and translations of the server's messages. */
export type Translation = {
  texts: Catalog;
  /** The texts of `localize` by their names. */
  localized: Readonly<Record<string, unknown>>;
  /** Translations of the server's messages and of the verifier's texts, by code. */
  messages: Messages;
};
