import type { Requirement } from "../requirement.ts";

const quota = "src/billing/quota.test.ts";
const price = "web/features/billing/price.test.ts";
const subscriptions = "src/billing/subscriptions.test.ts";
const referrals = "src/referrals/referrals.test.ts";

/** Section 9: business constants and limits. */
export const constants: Requirement[] = [
  ["free trial: 3 documents", quota, "spec 9 trial: a new account has three stamps, and no more"],
  [
    "unlimited: $9.99 per month",
    subscriptions,
    "spec 9 unlimited: $9.99 a month, and no limit while it is paid",
  ],
  [
    "bundles add their documents",
    subscriptions,
    "spec 9 bundles: one payment adds 10 or 35 documents, a second one adds as many again",
  ],
  [
    "taxes on top where they are switched on",
    subscriptions,
    "with tax switched on, taxes come on top of the subscription and of nothing else",
  ],
  ["cents are dollars with 2 decimals", price, "spec 9 prices: cents are shown as dollars with 2 decimals"],
  ["'/month'", price, "spec 9 prices: '/month' stands behind all but payper, bundle, smallbundle and trial"],
  [
    "originals 48 hours",
    "src/documents/retention.test.ts",
    "an original is deleted after 48 hours and not before; its hash and the stamped copy stay",
  ],
  [
    "referral: 3 + 3 credits",
    referrals,
    "spec 7 POST /api/referral/apply and spec 9: both sides get 3 credits with the first stamp, and the statistics show it",
  ],
  ["referral: no limit", referrals, "spec 9 referral: one user may refer any number of others"],
  [
    "preselect event after 100 ms",
    "e2e/support-tickets.e2e.ts",
    "spec 9 constants: the category is preselected by an event 100 ms after the tab was switched",
  ],
  [
    "support response times",
    "e2e/support-tickets.e2e.ts",
    "spec 9 constants: the response times of the three categories are promised beside the form",
  ],
  [
    "copy confirmation 2 s",
    "e2e/referrals.e2e.ts",
    "spec 9 copy confirmation: link and code are copied, which their buttons say for 2 seconds",
  ],
  [
    "referral toast 5 s",
    "e2e/landing.e2e.ts",
    "a referral code in the address opens registration, with a toast of five seconds",
  ],
  [
    "tooltips 700 ms, 300 ms",
    "web/lib/tooltip-delay.test.ts",
    "a tooltip waits 700 ms, but opens at once within 300 ms of the last one",
  ],
  [
    "one toast at a time; F8 leads to it; it can be swiped away",
    "e2e/page-parts.e2e.ts",
    "spec 9 notifications: one toast at a time, reached with F8, swiped away to the right",
  ],
  [
    "the clock is Chicago time",
    "web/lib/format.test.ts",
    "on the header's clock are Chicago time marked CST",
  ],
];
