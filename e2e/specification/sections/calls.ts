import type { Requirement } from "../requirement.ts";

const documents = "src/documents/documents.test.ts";
const payment = "src/billing/document-payment.test.ts";
const subscriptions = "src/billing/subscriptions.test.ts";
const referrals = "src/referrals/referrals.test.ts";
const tickets = "src/support/support.test.ts";
const files = "src/admin/files.test.ts";
const accounts = "src/accounts/accounts.test.ts";

/** Section 7: the calls. */
export const calls: Requirement[] = [
  [
    "POST /api/auth/login",
    accounts,
    "login works with the name in other letters and is answered with the name as registered",
  ],
  [
    "POST /api/auth/register and GET /api/auth/me",
    accounts,
    "a person registers, is signed in at once, and reads who they are",
  ],
  [
    "POST /api/auth/logout",
    "src/accounts/sessions.test.ts",
    "logout ends the session on the server, and logging out twice is fine",
  ],
  [
    "POST /api/documents/upload: one part named file",
    "src/http/uploads.test.ts",
    "a form that is not one file in the part called file is refused, and leaves nothing",
  ],
  [
    "POST /api/documents/{id}/process and GET /api/documents/{id}",
    documents,
    "an uploaded document comes back stamped, with a certificate, and its serial number confirms it",
  ],
  [
    "POST /api/documents/{id}/process: 402 with requiresPayment",
    payment,
    "spec 4 pay-per-document: 402, payment, completion, and the document is processed",
  ],
  ["GET /api/documents", documents, "the list holds a person's own documents, the newest first"],
  [
    "DELETE /api/documents/{id}",
    documents,
    "a deleted document is gone everywhere, and cannot be verified any more",
  ],
  [
    "POST /api/documents/{id}/email",
    "src/documents/email.test.ts",
    "spec 5 email dialog: the email is required, the name is optional",
  ],
  [
    "GET …/download, …/certificate and …/preview, and the names of the files",
    documents,
    "files are sent so that nothing in them can run, under the names people expect",
  ],
  [
    "'Stamped_' and 'Certificate_of_Affidavit_' in names",
    "src/documents/file-names.test.ts",
    "downloads are named after the original",
  ],
  [
    "POST /api/payment/pay-per-document",
    payment,
    "spec 3 payment setup: clientSecret and an amount in cents that is the server's, whatever the caller sends",
  ],
  [
    "POST /api/payment/complete-document-payment",
    payment,
    "spec 7 complete-document-payment: nothing is accepted without a payment, nor with one that has not arrived",
  ],
  [
    "GET /api/subscription/status",
    subscriptions,
    "spec 3 subscription status: a new account has the trial and no subscription",
  ],
  ["GET /api/subscription/plans", subscriptions, "spec 7 plans: the catalogue is an object keyed by plan id"],
  [
    "POST /api/subscription/create: success and message",
    subscriptions,
    "spec 2 subscription page: the trial is taken at once, not while a plan is active, and gives nothing twice",
  ],
  [
    "POST /api/subscription/create: clientSecret",
    subscriptions,
    "spec 9 unlimited: $9.99 a month, and no limit while it is paid",
  ],
  [
    "GET /api/referral/stats",
    referrals,
    "spec 7 GET /api/referral/stats: a new user has no code, nobody referred and nothing earned",
  ],
  [
    "POST /api/referral/generate",
    referrals,
    "spec 7 POST /api/referral/generate: a short readable code that stays the same",
  ],
  [
    "POST /api/referral/apply",
    referrals,
    "spec 7 POST /api/referral/apply and spec 9: both sides get 3 credits with the first stamp, and the statistics show it",
  ],
  [
    "POST /api/support/ticket",
    tickets,
    "spec 7 POST /api/support/ticket: a ticket of the session's user is kept, open and of medium priority",
  ],
  [
    "GET /api/support/tickets",
    tickets,
    "spec 7 GET /api/support/tickets: a user sees their own tickets, newest first, and nobody else's",
  ],
  [
    "GET /api/support/tickets/all",
    tickets,
    "spec 7 GET /api/support/tickets/all: admins see the tickets of everybody, newest first",
  ],
  [
    "PATCH /api/support/tickets/{id}",
    tickets,
    "spec 4 tickets: an admin sets any status from any other, and each change is in the audit log",
  ],
  [
    "DELETE /api/support/tickets/{id}",
    tickets,
    "spec 7 DELETE /api/support/tickets/{id}: the ticket is gone and the audit log says who it was",
  ],
  [
    "POST /api/contact",
    tickets,
    "spec 7 POST /api/contact: what a visitor wrote is kept as a general ticket of nobody, with their name",
  ],
  [
    "GET /api/admin/documents/search",
    "src/admin/document-search.test.ts",
    "spec 2 admin: documents are found by email, serial number and username, in any case and in part",
  ],
  [
    "GET /api/admin/users",
    "src/admin/users.test.ts",
    "spec 2 admin: the list of users has the fields of the specification, the newest first",
  ],
  [
    "DELETE /api/admin/users/{id}",
    "src/admin/users.test.ts",
    "spec 4 users: a deleted account is signed out everywhere, cannot log in and leaves the list",
  ],
  [
    "POST /api/admin/email-documents",
    files,
    "spec 7 POST /api/admin/email-documents: the client gets both files; to whom they went is in the audit log",
  ],
  [
    "POST /api/admin/grant-credits",
    "src/admin/credits.test.ts",
    "spec 7 POST /api/admin/grant-credits: credits are added to the account of that email, and it is noted",
  ],
  [
    "GET /api/admin/download",
    files,
    "spec 7 GET /api/admin/download: an admin gets a client's stamped copy and certificate, each noted in the audit log",
  ],
  [
    "GET /api/verify/{serialNumber}",
    "src/verification/verification.test.ts",
    "anyone confirms a document by its serial number, and learns no more than the page shows",
  ],
  [
    "downloads of the history are called 'stamped_'",
    "e2e/page-parts.e2e.ts",
    "spec 7 downloads: 'Stamped_' after processing, 'stamped_' from the history",
  ],
];
