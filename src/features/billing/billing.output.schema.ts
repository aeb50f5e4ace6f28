import { z } from "zod";
import { planIds } from "../../../db/columns/billing.ts";
import { successSchema, timeSchema } from "../outputs.schema.ts";

const cents = z.int().describe("Cents, US dollars");
const currency = z.string().describe("As Stripe names it, e.g. usd");

const planSchema = z
  .object({
    name: z.string(),
    /** For one purchase; per month for unlimited. */
    price: cents,
    perMember: z
      .boolean()
      .describe("Whether an office pays the price for each member who may stamp; a person's account is one"),
    /** Whether Stripe adds taxes if STRIPE_TAX is on. Subscriptions only. */
    taxable: z.boolean(),
    /** Total stamps per purchase. */
    documentLimit: z.int().nullable().describe("Null: no limit"),
    offered: z.boolean().describe("Whether it can be bought here; earlier purchases stay valid"),
    badge: z.string().optional(),
    badgeTranslations: z
      .record(z.string(), z.string())
      .optional()
      .describe("A badge of this server's operator in other languages, by language"),
    /** The price that a savings badge is compared with. */
    comparison: z
      .object({ plan: z.enum(planIds), months: z.int().positive() })
      .optional()
      .describe("What the badge compares with: this plan, paid for this many months"),
    features: z.array(z.string()),
    codes: z
      .object({ name: z.string(), badge: z.string().optional(), features: z.array(z.string()) })
      .describe("The codes of these words, for translations"),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof planSchema>;

export const plansSchema = z.record(z.enum(planIds), planSchema);

/** What the browser needs to collect a payment. */
export const paymentSetupSchema = z
  .object({
    clientSecret: z.string(),
    amount: cents.describe("Cents, US dollars: what is charged now, taxes included"),
    currency,
    publishableKey: z.string(),
    tax: cents.nullable().describe("The taxes in the amount, in cents; null if none were calculated"),
    taxName: z.string().nullable().describe("What Stripe calls these taxes, e.g. Sales Tax; null: not known"),
    renewal: z
      .object({
        at: timeSchema,
        price: cents.describe("Cents, US dollars, before taxes; for each member, if it is for members"),
        members: z
          .int()
          .nullable()
          .describe("The members of the office that it is for; null: one price for all"),
        taxed: z.boolean().describe("Whether Stripe adds taxes to it"),
      })
      .nullable()
      .describe("The next charge, which repeats every month until it is canceled; null: one payment"),
  })
  .meta({ id: "PaymentSetup" });
export type PaymentSetup = z.infer<typeof paymentSetupSchema>;

/** The result of choosing a plan: a payment to make, or success. */
export const planChosenSchema = z.union([paymentSetupSchema, successSchema]);

const paymentStates = ["paid", "refunded", "disputed", "failed"] as const;

export const paymentViewSchema = z
  .object({
    id: z.string(),
    at: timeSchema,
    plan: z.enum(planIds),
    stamps: z.int().nullable().describe("The documents it pays for; null: no limit, for one month"),
    amount: cents.describe("Cents, US dollars, taxes included; 0 for a free credit"),
    currency,
    refunded: cents.describe("The refunded part of it; all of it if the state is refunded"),
    state: z
      .enum(paymentStates)
      .describe(
        "disputed: the cardholder asked the bank for the money back; failed: it was declined, and has not been paid since",
      ),
    withCredit: z.boolean().describe("Whether a free credit paid for it"),
    receiptUrl: z
      .url()
      .nullable()
      .describe("Stripe's receipt, or the invoice of a month. The address expires; ask again for a new one"),
  })
  .meta({ id: "Payment" });
export type PaymentView = z.infer<typeof paymentViewSchema>;

export const paymentHistorySchema = z
  .object({
    payments: z.array(paymentViewSchema).describe("Newest first"),
    total: z.int().describe("How many there are on all pages"),
    renewal: z
      .object({
        at: timeSchema,
        amount: cents,
        tax: cents.nullable().describe("The taxes in the amount; null: unknown, or none are collected"),
        plusTaxes: z.boolean().describe("Whether taxes that are not known yet are added to the amount"),
      })
      .nullable()
      .describe("The next charge of the subscription; null: there is none"),
    isComplete: z
      .boolean()
      .describe(
        "False while Stripe does not respond: receipts and monthly subscription payments are missing",
      ),
  })
  .meta({ id: "PaymentHistory" });
export type PaymentHistory = z.infer<typeof paymentHistorySchema>;

const seatsViewSchema = z.object({
  members: z.int().describe("Members who may stamp: all but viewers"),
  paid: z
    .int()
    .nullable()
    .describe("The members that the subscription is paid for now; null: there is none, or it is not paid"),
  price: cents.describe("For each member and month, before taxes"),
});
export type SeatsView = z.infer<typeof seatsViewSchema>;

export const subscriptionStates = ["none", "active", "incomplete", "canceled"] as const;

export const subscriptionStatusSchema = z
  .object({
    status: z.enum(subscriptionStates),
    plan: z.enum(planIds),
    documentCount: z.int().describe("Used stamps of the plan"),
    documentLimit: z.int().nullable().describe("Null: no limit"),
    stampsLeft: z
      .int()
      .nullable()
      .describe(
        "Documents that can be stamped without another payment, from all plans and the free documents; null: no limit",
      ),
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
    seats: seatsViewSchema
      .nullable()
      .describe("How an office pays for each member, or would; null: one price for the account"),
  })
  .meta({ id: "Subscription" });
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;
