import type Stripe from "stripe";
import { isMissing } from "./payments.ts";
import type { Facts, PaymentFacts, PurchaseState, SubscriptionFacts } from "./purchases.ts";

/** Something at Stripe whose state decides over a purchase. */
export type Reference = Pick<Facts, "kind" | "reference">;

/** The present state at Stripe, whatever any event said; undefined when there is no such object. */
export async function readFacts(stripe: Stripe, { kind, reference }: Reference): Promise<Facts | undefined> {
  try {
    return await (kind === "payment" ? readPayment(stripe, reference) : readSubscription(stripe, reference));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readPayment(stripe: Stripe, id: string): Promise<PaymentFacts> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  return {
    kind: "payment",
    reference: id,
    state: await stateOfPayment(stripe, intent),
    isProcessing: intent.status === "processing",
    amount: intent.status === "succeeded" ? intent.amount_received : intent.amount,
    currency: intent.currency,
    isLive: intent.livemode,
    metadata: intent.metadata,
  };
}

async function stateOfPayment(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<PurchaseState> {
  if (intent.status === "canceled") return "closed";
  if (intent.status !== "succeeded") return "open";
  const charge = intent.latest_charge;
  if (charge === null || typeof charge === "string") return "paid";
  if (charge.refunded) return "refunded";
  return charge.disputed && (await isContested(stripe, intent.id)) ? "disputed" : "paid";
}

/** A dispute that was won, or withdrawn before it was one, leaves the money here. */
async function isContested(stripe: Stripe, paymentIntent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntent });
  return data.some(({ status }) => status !== "won" && status !== "warning_closed");
}

async function readSubscription(stripe: Stripe, id: string): Promise<SubscriptionFacts> {
  return subscriptionFacts(await stripe.subscriptions.retrieve(id));
}

const meaning: Record<string, PurchaseState> = {
  active: "paid",
  trialing: "paid",
  incomplete: "open",
  /** Never paid within a day: nothing was ever there that could be called cancelled. */
  incomplete_expired: "closed",
  canceled: "ended",
};
/** past_due, unpaid, paused, and whatever Stripe may add: it was paid once, and nothing says that it is now. */
const paymentMissing: PurchaseState = "overdue";

function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const { id, status, cancel_at, items, metadata } = subscription;
  return {
    kind: "subscription",
    reference: id,
    state: meaning[status] ?? paymentMissing,
    periodEnd: dateOf(items.data[0]?.current_period_end),
    cancelAt: dateOf(cancel_at),
    metadata,
  };
}

function dateOf(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
