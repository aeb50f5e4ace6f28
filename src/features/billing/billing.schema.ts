import { z } from "zod";
import { planIds } from "../../../db/columns/billing.ts";
import { rule } from "../rules.ts";

/** Free credits for each side of a referral. */
export const referralCredits = 3;

export const createSubscriptionSchema = z.object({
  plan: z.enum(planIds, rule("plan-unknown", "Please choose one of the plans")),
});
/** A page of the history of payments. */
export const listPaymentsSchema = z
  .object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  })
  .prefault({});
export type ListPaymentsInput = z.output<typeof listPaymentsSchema>;
export const documentPaymentSchema = z.object({ documentId: z.string().min(1).max(64) });
