import type { Translation } from "../catalogue.ts";
import { translatorOf } from "../sentences.ts";
import { accessTokens } from "./access-tokens.ts";
import { accountSentences } from "./account-sentences.ts";
import { accounts } from "./accounts.ts";
import { admin } from "./admin.ts";
import { adminAudit } from "./admin-audit.ts";
import { adminCredits } from "./admin-credits.ts";
import { adminDocuments } from "./admin-documents.ts";
import { adminTickets } from "./admin-tickets.ts";
import { adminUsers } from "./admin-users.ts";
import { billing } from "./billing.ts";
import { billingSentences } from "./billing-sentences.ts";
import { contact } from "./contact.ts";
import { copying } from "./copying.ts";
import { documentEmail } from "./document-email.ts";
import { documentSentences } from "./document-sentences.ts";
import { documents } from "./documents.ts";
import { emailAddress } from "./email-address.ts";
import { faq } from "./faq.ts";
import { faqQuestions } from "./faq-questions.ts";
import { formats } from "./formats.ts";
import { landing } from "./landing.ts";
import { password } from "./password.ts";
import { referrals } from "./referrals.ts";
import { reportSentences } from "./report-sentences.ts";
import { serverSentences } from "./server-sentences.ts";
import { shell } from "./shell.ts";
import { support } from "./support.ts";
import { uploadQueue } from "./upload-queue.ts";
import { verification } from "./verification.ts";
import { webhookSentences } from "./webhook-sentences.ts";
import { webhooks } from "./webhooks.ts";
import { witnessSentences } from "./witness-sentences.ts";

/** Every sentence that the server may answer with. */
export const sentences = {
  ...serverSentences,
  ...accountSentences,
  ...billingSentences,
  ...documentSentences,
  ...webhookSentences,
  ...reportSentences,
  ...witnessSentences,
};

/** The page in Spanish, formal: readers are "usted". */
export const spanish: Translation = {
  texts: {
    accessTokens,
    accounts,
    admin,
    adminAudit,
    adminCredits,
    adminDocuments,
    adminTickets,
    adminUsers,
    billing,
    contact,
    copying,
    documentEmail,
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
    webhooks,
  },
  sentence: translatorOf(sentences),
};
