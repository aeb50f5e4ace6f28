import type { Requirement } from "../requirement.ts";

const dashboard = "e2e/dashboard.e2e.ts";
const checkFile = "web/features/documents/upload/check-file.test.ts";
const uploads = "src/http/uploads.test.ts";
const accounts = "src/accounts/accounts.test.ts";
const tickets = "src/support/support.test.ts";
const referrals = "src/referrals/referrals.test.ts";

/** Section 5: validation rules. */
export const validation: Requirement[] = [
  ["upload: ownership first", dashboard, "without the tick nothing is sent, and the reason is given"],
  [
    "upload: ownership on the server",
    uploads,
    "whoever says that the document is not theirs is asked to confirm it",
  ],
  [
    "upload: one file at a time",
    uploads,
    "a form that is not one file in the part called file is refused, and leaves nothing",
  ],
  [
    "upload: one file at a time, also of several chosen together",
    dashboard,
    "each becomes a document of its own; what fails says so at its row, and all are stamped with one press",
  ],
  ["upload: at most 50 MB, in the page", checkFile, "50 MB may go, one byte more may not"],
  [
    "upload: at most 50 MB, on the server",
    uploads,
    "a file of exactly the limit is taken, one byte more is not",
  ],
  [
    "upload: both refusals on screen",
    dashboard,
    "a file of another type and one above 50 MB are refused before anything is sent",
  ],
  [
    "upload: PDF, DOCX, DOC, JPG/JPEG, PNG, TIFF",
    checkFile,
    "documents and pictures may go, whatever the case of their ending",
  ],
  ["upload: other types are refused, in the page", checkFile, "other files are refused before they are sent"],
  [
    "upload: other types are refused, on the server",
    uploads,
    "a file whose content is not what its name says is refused with the known sentence",
  ],
  [
    "upload: what the FAQ lists",
    "web/features/faq/faq.test.ts",
    "spec 5 upload: they list PDF, docx, PNG, JPG and JPEG, and 50 MB",
  ],
  [
    "login: username and password required, on screen",
    "e2e/landing.e2e.ts",
    "empty fields say what they need, and nothing is sent",
  ],
  [
    "login: username and password required, on the server",
    accounts,
    "a form sent without fields names what is required",
  ],
  [
    "register: every sentence",
    accounts,
    "each registration field that is wrong is answered with the sentence to show beside it",
  ],
  [
    "register: limits of username and password",
    accounts,
    "a password of 6 characters is enough, a user name of 51 is too long",
  ],
  [
    "register: the email is optional",
    accounts,
    "a person without an e-mail address registers, also with the field left blank",
  ],
  [
    "support ticket: every sentence",
    tickets,
    "spec 5 support ticket: each wrong field is refused with its sentence",
  ],
  [
    "support ticket: the limits themselves",
    tickets,
    "spec 5 support ticket: the shortest and the longest texts are taken",
  ],
  ["support ticket: general by default", tickets, "spec 5 support ticket: without a category it is general"],
  [
    "support ticket: on screen",
    "e2e/support-tickets.e2e.ts",
    "spec 5 support ticket: the form shows each refusal beside its field and sends nothing",
  ],
  [
    "contact form: all required",
    tickets,
    "spec 5 other forms: the contact form names each field that is missing",
  ],
  [
    "contact form: required on screen",
    "e2e/contact-and-faq.e2e.ts",
    "spec 5 other forms: every field of the contact form is required",
  ],
  [
    "email dialog: email required, name optional",
    "src/documents/email.test.ts",
    "spec 5 email dialog: the email is required, the name is optional",
  ],
  [
    "referral apply: trimmed and uppercased",
    referrals,
    "spec 5 referral apply: the code is trimmed and uppercased; look-alike letters count as their digits",
  ],
  [
    "referral apply: non-empty",
    referrals,
    "spec 5 referral apply: an empty code is refused with 'Please enter a referral code'",
  ],
  [
    "referral apply: at most 20 characters",
    referrals,
    "spec 5 referral apply: 21 characters are refused, an unknown code of 20 too",
  ],
  [
    "credit grant: a positive whole number and an email",
    "src/admin/credits.test.ts",
    "spec 5 admin credit grant: anything else is refused with 'Please enter a valid email and positive number of credits'",
  ],
  [
    "admin search: not with a blank term",
    "src/admin/document-search.test.ts",
    "spec 5 admin search: a blank term is refused",
  ],
  [
    "admin search: a blank term does nothing on screen",
    "e2e/admin.e2e.ts",
    "spec 5 and 8 admin search: a blank term does nothing; one that fits nothing says 'No documents found for'",
  ],
  [
    "admin search: exactly one of email, serial, username",
    "src/admin/document-search.test.ts",
    "spec 5 admin search: it takes exactly one of email, serial and username",
  ],
  [
    "register: first and last name",
    accounts,
    "spec 5 register: first and last name are required, with at most 100 characters each",
  ],
];
