import type { Requirement } from "../requirement.ts";

const dashboard = "e2e/dashboard.e2e.ts";
const pageParts = "e2e/page-parts.e2e.ts";
const billing = "e2e/billing.e2e.ts";
const referrals = "e2e/referrals.e2e.ts";
const support = "e2e/support-tickets.e2e.ts";
const contactAndFaq = "e2e/contact-and-faq.e2e.ts";
const mainJob = "e2e/main-job.e2e.ts";
const email = "e2e/email.e2e.ts";

/** Section 2: the screens of those who are signed in. */
export const screensOfUsers: Requirement[] = [
  [
    "dashboard: clock in Chicago time on 12 hours, marked CST",
    "web/lib/format.test.ts",
    "on the header's clock are Chicago time marked CST",
  ],
  [
    "dashboard: the clock ticks; links to /faq, /contact, /support; welcome line; no Admin button for users",
    pageParts,
    "spec 2 dashboard: the header has a ticking clock, links, a welcome line and no Admin button for a user",
  ],
  [
    "dashboard: Admin button for admins",
    "e2e/admin.e2e.ts",
    "spec 6: an admin comes from the dashboard to the portal with its four tabs",
  ],
  [
    "dashboard: 'Logging out...' while pending",
    pageParts,
    "spec 2 dashboard: the logout button says 'Logging out...' until the landing page is there",
  ],
  [
    "dashboard: banner, upload zone, history, benefits, About Us, footer, in this order",
    pageParts,
    "spec 2 dashboard: its parts stand in the order of the specification, above the footer",
  ],
  [
    "dashboard: from idle over configuring and processing to completed",
    mainJob,
    "a printed PDF becomes a stamped copy and a certificate whose QR code confirms it",
  ],
  [
    "dashboard: guidance for file names and the checkbox of ownership",
    pageParts,
    "spec 2 dashboard: the upload has its checkbox of ownership and its guidance",
  ],
  [
    "dashboard: configuring has an optional date, other parties in 3 rows and the timestamp preview",
    pageParts,
    "spec 2 dashboard: configuring asks for date and other parties and shows the sentence of the stamp",
  ],
  [
    "dashboard: the upload zone is enabled only in idle, and 'Process Another Document' leads back",
    dashboard,
    "a job that runs while the page is loaded anew is picked up and brought to its end",
  ],
  [
    "dashboard: 'Processing Error' with the message and 'Try Again'",
    dashboard,
    "a document that cannot be stamped says why, and Try Again leads back to the upload",
  ],
  [
    "dashboard: the preview sentence to the letter",
    "src/stamping/stamp-text.test.ts",
    "the sentence is the promised one, to the letter",
  ],
  [
    "history: download only of what is completed",
    dashboard,
    "what is not stamped yet cannot be downloaded, and says so",
  ],
  [
    "history: email only of what is completed",
    email,
    "spec 8 unavailable: a document that is not stamped yet says 'Email not available'",
  ],
  ["history: delete", dashboard, "without Undo the document is gone for good, with one call"],
  [
    "email dialog: the send button is disabled while the email is empty",
    pageParts,
    "spec 2 email dialog: the email is required, which the button shows; the name is not",
  ],
  [
    "email dialog: a completed document is sent",
    "src/documents/email.test.ts",
    "spec 2 dashboard: a completed document is emailed with its stamped copy and its certificate",
  ],
  [
    "payment dialog: opens for the fourth document",
    billing,
    "spec 4 pay-per-document: the fourth document is paid by card and processed by itself",
  ],
  [
    "subscription: a card form",
    billing,
    "spec 2 subscription page: unlimited is paid by card, and documents have no limit",
  ],
  [
    "subscription: direct success leads home after 1.5 seconds; the trial button is disabled while active",
    billing,
    "spec 2 subscription page: the trial is taken at once and leads home after 1.5 seconds",
  ],
  [
    "subscription: the trial is refused while a plan is active",
    "src/billing/subscriptions.test.ts",
    "spec 2 subscription page: the trial is taken at once, not while a plan is active, and gives nothing twice",
  ],
  [
    "subscription: the referral link",
    "web/features/referrals/referral-link.test.ts",
    "spec 2 subscription page: the referral link is the site's origin plus /?ref= and the code",
  ],
  [
    "subscription: copy button, 2 seconds",
    referrals,
    "spec 9 copy confirmation: link and code are copied, which their buttons say for 2 seconds",
  ],
  [
    "subscription: statistics",
    referrals,
    "spec 3 referral: a link brings somebody who signs up and stamps, and both have 3 credits more",
  ],
  [
    "subscription: an input for a code of at most 20 characters",
    referrals,
    "spec 5 referral apply: the code is asked for, at most 20 characters, and applied once",
  ],
  [
    "support: header buttons, two tabs, quick help",
    support,
    "spec 2 support page: header buttons, two tabs, three quick-help buttons that preselect a category",
  ],
  [
    "support: the ticket form has email, subject, message and category",
    support,
    "spec 5 support ticket: the form shows each refusal beside its field and sends nothing",
  ],
  [
    "my tickets: what a ticket shows, and the empty state",
    support,
    "spec 2 my tickets: from 'No Support Tickets Yet' over the form to the ticket in the list",
  ],
  [
    "my tickets: loading and error",
    support,
    "spec 2 my tickets: loading, then 'Failed to load your support tickets. Please try again later.', then tried again",
  ],
  [
    "my tickets: a resolution is shown",
    "e2e/ticket-resolution.e2e.ts",
    "a ticket from the form to its resolution: mailed to support, answered, and read by its writer without a reload",
  ],
  [
    "FAQ: category filters and expandable questions",
    contactAndFaq,
    "spec 2 FAQ: filters All, General, Technical, Billing, and questions that open",
  ],
  [
    "FAQ: the empty message",
    contactAndFaq,
    "spec 2 FAQ: 'No questions found for this category.' when no question has the words looked for",
  ],
  [
    "FAQ: every category has questions",
    "web/features/faq/faq.test.ts",
    "can be narrowed to All, General, Technical and Billing, and each category has some",
  ],
  [
    "subscription: header links, username and the plans of the catalogue",
    pageParts,
    "spec 2 subscription page: header links, username, and the catalogue with its prices, taxes and badge",
  ],
];
