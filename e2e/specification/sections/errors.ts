import type { Requirement } from "../requirement.ts";

const dashboard = "e2e/dashboard.e2e.ts";
const billing = "e2e/billing.e2e.ts";
const admin = "e2e/admin.e2e.ts";
const referrals = "e2e/referrals.e2e.ts";
const support = "e2e/support-tickets.e2e.ts";
const email = "e2e/email.e2e.ts";
const faults = "web/lib/faults.test.ts";

/** Section 8: the error catalogue. */
export const errors: Requirement[] = [
  [
    "any non-success response: status code, colon, space, body",
    faults,
    "spec 8: a refused call is an error 'status code, colon, space, body'; people are shown the sentence",
  ],
  [
    "any non-success response: the status text if the body is empty",
    faults,
    "spec 8: so is a call that something before the server refused; there is no sentence to show then",
  ],
  [
    "any non-success response: uploads and files",
    faults,
    "spec 8: so are an upload and a file that are refused",
  ],
  ["login failed", "e2e/landing.e2e.ts", "a failed login says 'Login failed' and why, and keeps the name"],
  [
    "registration failed",
    "e2e/page-parts.e2e.ts",
    "spec 8 registration: a name that is taken says 'Registration failed' and why",
  ],
  ["upload failed", dashboard, "what only its name makes a PDF is refused by the server in the same words"],
  [
    "payment setup failed",
    billing,
    "a server that cannot reach the payment service says so, and the payment can be tried again",
  ],
  ["payment failed", billing, "spec 8 payment: a declined card says why, and the next card pays"],
  [
    "payment completion failed",
    billing,
    "spec 8 payment: a completion that fails can be tried again, without paying again",
  ],
  [
    "processing: start",
    dashboard,
    "spec 8 processing: a start that fails without a word says 'Failed to start processing'",
  ],
  ["processing: polling", dashboard, "spec 8 processing: a lost connection is told, and asking goes on"],
  ["delete document", dashboard, "a document that could not be deleted comes back with a word about it"],
  [
    "email document",
    email,
    "spec 8 email document: a failure is told as 'Failed to send email', and what was typed stays",
  ],
  ["unavailable: download", dashboard, "what is not stamped yet cannot be downloaded, and says so"],
  [
    "unavailable: email",
    email,
    "spec 8 unavailable: a document that is not stamped yet says 'Email not available'",
  ],
  [
    "unavailable: on the server",
    "src/documents/email.test.ts",
    "spec 8 unavailable: a document that is not processed yet cannot be emailed",
  ],
  ["subscription", billing, "spec 8 subscription: a plan that cannot be begun says so"],
  [
    "referral: generate",
    referrals,
    "spec 8 referral: a code that cannot be made says 'Failed to generate referral code'",
  ],
  [
    "referral: apply",
    referrals,
    "spec 5 referral apply: the code is asked for, at most 20 characters, and applied once",
  ],
  [
    "ticket submit",
    support,
    "spec 8 ticket submit: 'Failed to submit support ticket' where the server says nothing; nothing typed is lost",
  ],
  [
    "contact",
    "e2e/contact-and-faq.e2e.ts",
    "spec 8 contact: 'Failed to send message. Please try again.' where the server says nothing; nothing typed is lost",
  ],
  ["admin email", admin, "spec 8 admin email: a mail that cannot be sent says 'Email Failed'"],
  [
    "admin credits",
    admin,
    "spec 2 customer service: credits are granted by email, with guidance and each refusal",
  ],
  [
    "ticket update and delete",
    admin,
    "spec 8 tickets: failures say 'Failed to update ticket' and 'Failed to delete ticket'; an empty list says so",
  ],
  [
    "delete user",
    admin,
    "spec 8 delete user: a failure says 'Delete Failed', an empty list 'No users found'",
  ],
  [
    "admin search with no result",
    admin,
    "spec 5 and 8 admin search: a blank term does nothing; one that fits nothing says 'No documents found for'",
  ],
  [
    "a refusal is told with the server's message",
    faults,
    "a refusal of the server gives its status, its sentence and its field errors",
  ],
  [
    "upload: a lost connection",
    "e2e/page-parts.e2e.ts",
    "spec 8 upload: a lost connection says 'Upload failed' and 'Failed to upload file'",
  ],
  [
    "success: account created, processing started",
    "e2e/page-parts.e2e.ts",
    "spec 8 success: 'Account created!' after signing up, 'Processing started' after the start",
  ],
];
