import type { Requirement } from "../requirement.ts";

const workflow = "web/features/documents/workflow/workflow.test.ts";
const progress = "web/features/documents/workflow/progress.test.ts";
const billing = "e2e/billing.e2e.ts";
const banner = "web/features/billing/banner-state.test.ts";
const badges = "web/features/support/ticket-badges.test.tsx";
const tickets = "src/support/support.test.ts";
const users = "src/admin/users.test.ts";

/** Section 4: states and transitions. */
export const states: Requirement[] = [
  [
    "workflow: idle, configuring, processing, completed",
    workflow,
    "goes from idle over configuring and processing to completed",
  ],
  [
    "workflow: an error in any stage moves to error",
    workflow,
    "an upload that failed, and a document that could not be started, say why",
  ],
  [
    "workflow: an error while processing",
    workflow,
    "ends with the document's own reason, or a general one, when it fails",
  ],
  [
    "workflow: back to idle, document and error cleared",
    workflow,
    "is left for idle by Try Again and Process Another Document",
  ],
  ["polling: bar and text of each status", progress, "the bar says what the document is at"],
  [
    "polling: bar and text of each status, on screen",
    "e2e/page-parts.e2e.ts",
    "spec 4 polling: a small document shows each step long enough to be seen; when it is stamped, 'Processing started' is gone",
  ],
  [
    "polling: the error message or 'Processing failed'",
    progress,
    "a failed document shows its reason, or that it failed",
  ],
  [
    "documents: the initial status is 'uploaded', 'completed' is success",
    "src/documents/documents.test.ts",
    "an uploaded document comes back stamped, with a certificate, and its serial number confirms it",
  ],
  [
    "pay-per-document: 402, payment, completion, processing retried",
    "src/billing/document-payment.test.ts",
    "spec 4 pay-per-document: 402, payment, completion, and the document is processed",
  ],
  [
    "pay-per-document: in the browser",
    billing,
    "spec 4 pay-per-document: the fourth document is paid by card and processed by itself",
  ],
  ["banner: none is the free trial", banner, "spec 4 banner: none shows the free trial"],
  [
    "banner: warning colour from 80 %",
    banner,
    "spec 4 banner: the warning colour begins when 80 % of the limit are used",
  ],
  [
    "banner: the warning colour on screen",
    billing,
    "spec 4 banner: the warning colour comes when 80 % of a bundle are used",
  ],
  [
    "banner: 'Payment incomplete' and 'Fix Now'",
    billing,
    "spec 4 banner: a subscription that was left unpaid says so, and Fix Now pays it",
  ],
  [
    "banner: 'Subscription canceled' and 'Fix Now'",
    billing,
    "spec 4 banner: a subscription that ended says so, and Fix Now begins a new one",
  ],
  ["auth: the two modes toggle", "e2e/landing.e2e.ts", "the card is toggled between its two modes"],
  [
    "auth: a referral code that fails is only logged",
    "e2e/referrals.e2e.ts",
    "spec 4 auth: a code that is refused after sign-up is only logged, and the account is there",
  ],
  [
    "auth: logout ends the session",
    "src/accounts/sessions.test.ts",
    "logout ends the session on the server, and logging out twice is fine",
  ],
  [
    "auth: logout clears the page and reloads",
    "e2e/page-parts.e2e.ts",
    "spec 2 dashboard: the logout button says 'Logging out...' until the landing page is there",
  ],
  [
    "tickets: any status from any other",
    tickets,
    "spec 4 tickets: an admin sets any status from any other, and each change is in the audit log",
  ],
  [
    "tickets: 'Mark as Resolved' keeps the text",
    tickets,
    "spec 4 tickets: 'Mark as Resolved' keeps the resolution, which its writer then reads",
  ],
  [
    "tickets: the resolution is not blank",
    tickets,
    "spec 4 tickets: a blank resolution is refused and changes nothing",
  ],
  [
    "tickets: a missing priority is medium",
    tickets,
    "spec 2 my tickets: a ticket whose priority is missing is shown as medium",
  ],
  [
    "tickets: colours of status",
    badges,
    "spec 4 tickets: a status is written out and open is red, in_progress yellow, resolved green, closed grey",
  ],
  [
    "tickets: colours of priority",
    badges,
    "spec 4 tickets: a priority is written out and urgent is red, high orange, medium yellow, low green",
  ],
  [
    "users: deletion is soft",
    users,
    "spec 4 users: a deleted account is signed out everywhere, cannot log in and leaves the list",
  ],
  [
    "users: document records are anonymized",
    users,
    "spec 4 users: documents of a deleted account are anonymised and stay verifiable without a name",
  ],
  [
    "users: cannot be undone",
    users,
    "spec 4 users: a deletion cannot be undone or repeated, and is noted without the person's data",
  ],
  [
    "users: admin accounts cannot be deleted",
    users,
    "spec 4 users: an admin account cannot be deleted, not even by itself; nothing changes",
  ],
  [
    "contact form: editing, sent, editing",
    "e2e/contact-and-faq.e2e.ts",
    "spec 4 contact form: editing, sent, and editing again on 'Send Another Message'",
  ],
  [
    "support tabs: faq or contact",
    "e2e/support-tickets.e2e.ts",
    "spec 2 support page: header buttons, two tabs, three quick-help buttons that preselect a category",
  ],
];
