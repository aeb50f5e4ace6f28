import { z } from "zod";
import { rule } from "../rules.ts";

export const planIds = ["trial", "payper", "smallbundle", "bundle", "unlimited"] as const;
export type PlanId = (typeof planIds)[number];

/** What each side of a referral gets, in free credits. */
export const referralCredits = 3;

export const createSubscriptionSchema = z.object({
  plan: z.enum(planIds, rule("plan-unknown", "Please choose one of the plans")),
});
export const documentPaymentSchema = z.object({ documentId: z.string().min(1).max(64) });

/**
 * open: not paid yet · paid · closed: given up unpaid, which a payment that arrives after all still makes paid ·
 * refunded and disputed: the money went back, or may. Subscriptions alone: overdue: paid once, and a payment is
 * missing now · ended: paid once, and over.
 */
export type PurchaseState = "open" | "paid" | "overdue" | "ended" | "closed" | "refunded" | "disputed";
