import type { Requirement } from "../requirement.ts";

const landing = "e2e/landing.e2e.ts";
const routes = "e2e/routes.e2e.ts";
const contact = "e2e/contact-and-faq.e2e.ts";
const verify = "e2e/verify.e2e.ts";

/** Section 2: routes, and the screens that need no account. */
export const screensOfVisitors: Requirement[] = [
  [
    "each route shows visitors, users and admins the right screen, without errors and overflow",
    routes,
    "spec 2 route …: the … sees the right screen",
  ],
  [
    "/subscription, /support, /my-tickets and /faq show visitors the landing page",
    landing,
    "pages for those who are signed in show the landing page to everybody else",
  ],
  [
    "while the session is loading a spinner is shown",
    landing,
    "while it is not known who is there, a spinner is shown; a browser without a session is a visitor's",
  ],
  [
    "the not-found screen and its texts",
    landing,
    "spec 2 not found: an unknown page says so, answers 404 and leads home",
  ],
  [
    "any other path is answered by the not-found screen",
    "src/http/web.test.ts",
    "at any other path the page shows its not-found screen, and the status says so",
  ],
  [
    "landing: header buttons About Us, Contact Us, Log In, Create Account",
    landing,
    "its header leads to About Us, to the contact page and to both modes of the card",
  ],
  [
    "landing: How It Works, Get Started, Who Needs It and the card",
    landing,
    "shows its sections, the card and the buttons of its header",
  ],
  ["landing: a link toggles between the two modes", landing, "the card is toggled between its two modes"],
  ["landing: the password is shown and hidden", landing, "the password can be shown and hidden"],
  [
    "landing: ?ref= is uppercased",
    "web/features/accounts/referral.test.ts",
    "a referral code is read from the link in capitals",
  ],
  [
    "landing: ?ref= opens registration with a toast of 5 seconds",
    landing,
    "a referral code in the address opens registration, with a toast of five seconds",
  ],
  [
    "landing: the code is applied on signup",
    "e2e/referrals.e2e.ts",
    "spec 3 referral: a link brings somebody who signs up and stamps, and both have 3 credits more",
  ],
  [
    "contact: all fields are required",
    contact,
    "spec 5 other forms: every field of the contact form is required",
  ],
  [
    "contact: confirmation panel with 'Send Another Message'",
    contact,
    "spec 4 contact form: editing, sent, and editing again on 'Send Another Message'",
  ],
  [
    "verification: loading message",
    verify,
    "spec 2 verification: the page says 'Verifying document...' until the record is there",
  ],
  [
    "verification: failure with heading, text and the serial number",
    verify,
    "spec 2 verification: an unknown serial number fails with its text and the number",
  ],
  [
    "verification: success with serial number, date, document name and client name",
    verify,
    "a genuine code confirms the record, and nothing looks good before; another file is told apart",
  ],
  [
    "verification: without a client name none is shown",
    "src/verification/verification.test.ts",
    "a document whose owner's name was removed is confirmed without a name",
  ],
  ["contact: About blurb and Home", "e2e/page-parts.e2e.ts", "spec 2 contact: an About blurb and a way home"],
];
