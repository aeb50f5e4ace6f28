import type Stripe from "stripe";
import type { PurchaseState } from "../../../db/columns/billing.ts";
import { isMissing } from "./payments.ts";
import type { Facts, PaymentFacts, SubscriptionFacts } from "./purchases.ts";

/** An object at Stripe whose state determines that of a purchase. */
export type Reference = Pick<Facts, "kind" | "reference">;

/** The current state at Stripe, regardless of any event; undefined if there is no such object. */
export async function readFacts(stripe: Stripe, { kind, reference }: Reference): Promise<Facts | undefined> {
  try {
    return await (kind === "payment" ? readPayment(stripe, reference) : readSubscription(stripe, reference));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function readPayment(stripe: Stripe, id: string): Promise<PaymentFacts> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  return {
    kind: "payment",
    reference: id,
    state: await stateOfPayment(stripe, intent),
    isProcessing: intent.status === "processing",
    isDeclined: intent.last_payment_error !== null && intent.status !== "succeeded",
    amountRefunded: charge?.amount_refunded ?? 0,
    chargedAt: toDate(charge?.created),
    receiptUrl: charge?.receipt_url ?? null,
    amount: intent.status === "succeeded" ? intent.amount_received : intent.amount,
    currency: intent.currency,
    isLive: intent.livemode,
    cancelAt: toDate(intent.canceled_at),
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

/** After a dispute that was won, or withdrawn early, the money stays with us. */
async function isContested(stripe: Stripe, paymentIntent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntent });
  return data.some(({ status }) => status !== "won" && status !== "warning_closed");
}

/**
 * The subscription whose invoice this payment intent paid, if any. The payment of an invoice has no metadata of ours,
 * and since 2025 neither it nor its charge names the invoice: the invoice payment connects them.
 */
export async function subscriptionPaidWith(
  stripe: Stripe,
  paymentIntent: string,
): Promise<string | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: paymentIntent },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (invoice === undefined || typeof invoice === "string" || "deleted" in invoice) return undefined;
  const subscription = invoice.parent?.subscription_details?.subscription;
  return typeof subscription === "string" ? subscription : subscription?.id;
}

async function readSubscription(stripe: Stripe, id: string): Promise<SubscriptionFacts> {
  const facts = subscriptionFacts(await stripe.subscriptions.retrieve(id));
  return facts.state === "paid" ? { ...facts, state: await stateOfLastPayment(stripe, id) } : facts;
}

/**
 * Stripe reports a subscription as active even after a refund. The newest invoice with a payment decides: once the next
 * one is paid, a refund of an older one has no effect. An invoice with nothing to pay, e.g. because of a credit, proves
 * nothing; a subscription that has no other is free.
 */
async function stateOfLastPayment(stripe: Stripe, subscription: string): Promise<PurchaseState> {
  const newest = await findLastPaid(stripe, subscription);
  const intents = (newest?.payments?.data ?? [])
    .filter(({ status }) => status === "paid")
    .map(({ payment }) => payment.payment_intent);
  const states = await Promise.all(intents.map((intent) => intent && stateOfIntent(stripe, intent)));
  return states.find((state) => state === "disputed" || state === "refunded") ?? "paid";
}

async function findLastPaid(stripe: Stripe, subscription: string): Promise<Stripe.Invoice | undefined> {
  const expand = ["data.payments"];
  for await (const invoice of stripe.invoices.list({ subscription, status: "paid", expand, limit: 10 })) {
    if (invoice.amount_paid > 0) return invoice;
  }
  return undefined;
}

async function stateOfIntent(stripe: Stripe, intent: string | Stripe.PaymentIntent): Promise<PurchaseState> {
  const id = typeof intent === "string" ? intent : intent.id;
  return stateOfPayment(stripe, await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }));
}

const meaning: Record<string, PurchaseState> = {
  active: "paid",
  trialing: "paid",
  incomplete: "open",
  /** Never paid within a day, so it never started and is not called canceled. */
  incomplete_expired: "closed",
  canceled: "ended",
};
/** past_due, unpaid, paused, and any future state: it was paid once, and nothing says that it is paid now. */
const paymentMissing: PurchaseState = "overdue";

function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const { id, status, cancel_at, items, metadata } = subscription;
  return {
    kind: "subscription",
    reference: id,
    state: meaning[status] ?? paymentMissing,
    periodEnd: toDate(items.data[0]?.current_period_end),
    cancelAt: toDate(cancel_at),
    seats: items.data[0]?.quantity ?? null,
    seatPrice: items.data[0]?.price.unit_amount ?? null,
    metadata,
  };
}

export function toDate(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}
