/** From the smallest plan to the largest. */
export const planIds = ["trial", "payper", "smallbundle", "bundle", "unlimited"] as const;
export type PlanId = (typeof planIds)[number];

/**
 * open: not paid yet · paid · closed: abandoned unpaid, though a late payment still makes it paid · refunded and
 * disputed: the money was returned, or may be. Subscriptions only: overdue: paid before, and a payment is missing
 * now · ended: paid before, and over.
 */
export type PurchaseState = "open" | "paid" | "overdue" | "ended" | "closed" | "refunded" | "disputed";

/** Why an account got or spent credits. before: the balance when the ledger was introduced. */
export type CreditReason = "before" | "granted" | "referral" | "redeemed";
