import { z } from "zod";
import { successSchema, timeSchema } from "../outputs.schema.ts";
import { planIds } from "./billing.schema.ts";

const cents = z.int().describe("Cents, US dollars");

const planSchema = z
  .object({
    name: z.string(),
    /** For one purchase; per month for unlimited. */
    price: cents,
    /** Whether Stripe adds taxes if STRIPE_TAX is on. Subscriptions only. */
    taxable: z.boolean(),
    /** Total stamps per purchase. */
    documentLimit: z.int().nullable().describe("Null: no limit"),
    badge: z.string().optional(),
    features: z.array(z.string()),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof planSchema>;

export const plansSchema = z.record(z.enum(planIds), planSchema);

/** What the browser needs to collect a payment. */
export const paymentSetupSchema = z
  .object({ clientSecret: z.string(), amount: cents, publishableKey: z.string() })
  .meta({ id: "PaymentSetup" });
export type PaymentSetup = z.infer<typeof paymentSetupSchema>;

/** The result of choosing a plan: a payment to make, or success. */
export const planChosenSchema = z.union([paymentSetupSchema, successSchema]);

export const subscriptionStates = ["none", "active", "incomplete", "canceled"] as const;

export const subscriptionStatusSchema = z
  .object({
    status: z.enum(subscriptionStates),
    plan: z.enum(planIds),
    documentCount: z.int().describe("Used stamps of the plan"),
    documentLimit: z.int().nullable().describe("Null: no limit"),
    freeCredits: z.int(),
    /** Whether this server accepts credits for documents and the user has one. */
    canRedeemCredit: z.boolean(),
    freeStampsFrom: timeSchema
      .nullable()
      .describe(
        "When the free documents become available, unless an email address is confirmed earlier. Null: they already are",
      ),
    /** When a canceled subscription ends; null if it was not canceled. */
    endsAt: timeSchema.nullable(),
  })
  .meta({ id: "Subscription" });
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;
