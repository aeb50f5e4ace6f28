import type { Requirement } from "../requirement.ts";

const documents = "src/documents/documents.test.ts";
const faq = "web/features/faq/faq.test.ts";
const constants =
  "spec 9 constants: originals 48 hours, 30-60 seconds, up to 2-3 minutes, 3 and 3 credits, 8 words";

/** Section 1: what the product does and for whom. */
export const purpose: Requirement[] = [
  [
    "a signed-in user uploads a PDF and receives a stamped copy and a certificate",
    documents,
    "an uploaded document comes back stamped, with a certificate, and its serial number confirms it",
  ],
  [
    "a Word document is taken",
    "src/documents/word-and-pictures.test.ts",
    "a Word document becomes a stamped PDF that says what it was",
  ],
  [
    "pictures are taken",
    "src/documents/word-and-pictures.test.ts",
    "a picture stays a picture of its kind, and is shown as one",
  ],
  [
    "the stamp has product name, date, time, client name and serial number",
    "src/stamping/stamp-text.test.ts",
    "a stamp says product, local time with its offset, client and serial number, then the sentence",
  ],
  [
    "the certificate says who, what and when",
    "src/certificates/certificate.test.ts",
    "a certificate says who, what and when, in text that can be copied",
  ],
  [
    "the certificate's QR code leads to the public verification page",
    "e2e/main-job.e2e.ts",
    "a printed PDF becomes a stamped copy and a certificate whose QR code confirms it",
  ],
  [
    "the QR code is cryptographically linked to the document's timestamp and details",
    "src/certificates/certificate.test.ts",
    "the address in the QR code carries an attestation that proves itself",
  ],
  [
    "both files may be emailed to a recipient",
    "e2e/email.e2e.ts",
    "a document is emailed from the history, and both attachments arrive and open",
  ],
  [
    "the user attests to be the legal owner",
    "src/http/uploads.test.ts",
    "the confirmation of ownership is kept with its time, also when it comes behind the file",
  ],
  [
    "originals are deleted after 48 hours",
    "src/documents/retention.test.ts",
    "an original is deleted after 48 hours and not before; its hash and the stamped copy stay",
  ],
  ["processing times are told", faq, constants],
  ["prices and ways to pay are told", faq, "spec 9 constants: they name every price and limit of the plans"],
  [
    "3 free uploads",
    "src/documents/plan-use.test.ts",
    "the trial is three documents; the fourth has to be paid",
  ],
  [
    "card and cash-app payment",
    "src/billing/document-payment.test.ts",
    "a card and Cash App Pay are both taken",
  ],
  [
    "the sister music-validation service is linked from the login page",
    "e2e/landing.e2e.ts",
    "shows its sections, the card and the buttons of its header",
  ],
];
