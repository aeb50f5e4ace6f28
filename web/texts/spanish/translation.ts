import { spanishNotes } from "../../../src/formats/stamp/spanish-notes.ts";
import type { Translation } from "../catalog.ts";
import type { Messages } from "../messages.ts";
import { textsIn } from "../texts-in.ts";
import { accountMessages } from "./account-messages.ts";
import { accounts } from "./accounts.ts";
import { admin } from "./admin.ts";
import { adminAudit } from "./admin-audit.ts";
import { billing } from "./billing.ts";
import { billingMessages } from "./billing-messages.ts";
import { collectionMessages } from "./collection-messages.ts";
import { collections } from "./collections.ts";
import { contact } from "./contact.ts";
import { copying } from "./copying.ts";
import { documentEmail } from "./document-email.ts";
import { documentMessages } from "./document-messages.ts";
import { documentProject } from "./document-project.ts";
import { documents } from "./documents.ts";
import { emailAddress } from "./email-address.ts";
import { faq } from "./faq.ts";
import { faqQuestions } from "./faq-questions.ts";
import { findingMessages } from "./finding-messages.ts";
import { formats } from "./formats.ts";
import { landing } from "./landing.ts";
import { password } from "./password.ts";
import { projectMessages } from "./project-messages.ts";
import { referrals } from "./referrals.ts";
import { serverMessages } from "./server-messages.ts";
import { shell } from "./shell.ts";
import { support } from "./support.ts";
import { uploadQueue } from "./upload-queue.ts";
import { verification } from "./verification.ts";
import { webhookMessages } from "./webhook-messages.ts";

/** All of the server's messages by code. */
export const messages: Messages = {
  ...serverMessages,
  ...accountMessages,
  ...billingMessages,
  ...collectionMessages,
  ...documentMessages,
  ...findingMessages,
  ...spanishNotes,
  ...projectMessages,
  ...webhookMessages,
};

/** The page in Spanish with the formal "usted". */
export const spanish: Translation = {
  texts: {
    accounts,
    admin,
    adminAudit,
    billing,
    collections,
    contact,
    copying,
    documentEmail,
    documentProject,
    documents,
    emailAddress,
    faq,
    faqQuestions,
    formats,
    landing,
    password,
    referrals,
    shell,
    support,
    uploadQueue,
    verification,
  },
  localized: textsIn("es"),
  messages,
};
