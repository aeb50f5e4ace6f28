import type { purchases } from "../../../db/schema.ts";
import type { PurchaseState } from "./billing.schema.ts";

export type Purchase = typeof purchases.$inferSelect;

/** The currency of every price. */
export const currency = "usd";

/** What Stripe says of a one-time payment, in the terms we decide by. */
export type PaymentFacts = {
  kind: "payment";
  /** The id of the payment intent. */
  reference: string;
  state: PurchaseState;
  /** True while money is on its way that nobody can call back. */
  isProcessing: boolean;
  amount: number;
  currency: string;
  isLive: boolean;
  /** When it was called off, so that nobody can make it any more. */
  cancelAt: Date | null;
  metadata: Record<string, string>;
};

/** What Stripe says of a subscription. */
export type SubscriptionFacts = {
  kind: "subscription";
  /** The id of the subscription. */
  reference: string;
  state: PurchaseState;
  periodEnd: Date | null;
  cancelAt: Date | null;
  metadata: Record<string, string>;
};

export type Facts = PaymentFacts | SubscriptionFacts;

/** What goes along with everything that is created at Stripe for a purchase, and must come back with it. */
export function metadataOf(purchase: Pick<Purchase, "id" | "userId" | "plan" | "documentId">) {
  const { id, userId, plan, documentId } = purchase;
  return { purchaseId: id, userId, plan, ...(documentId === null ? {} : { documentId }) };
}

/** Whether the money of these facts is this purchase's: made for it, for this user and document, of this amount. */
export function belongsTo(facts: Facts, purchase: Purchase, isLive: boolean): boolean {
  const expected = { documentId: undefined, ...metadataOf(purchase) };
  const fits = Object.entries(expected).every(([name, value]) => facts.metadata[name] === value);
  const known = facts.kind === "payment" ? purchase.paymentIntent : purchase.subscriptionId;
  if (!fits || (known !== null && known !== facts.reference)) return false;
  if (facts.kind === "subscription") return true;
  return facts.amount === purchase.amount && facts.currency === currency && facts.isLive === isLive;
}

/** Whether a purchase may go from what we wrote to what Stripe says now. A closed one is never opened again. */
export function mayBecome(written: PurchaseState, said: PurchaseState): boolean {
  return said !== "open" || written === "open";
}

/** Whether nothing can be paid with it, or charged for it, any more. Of a payment: as far as we know. */
export function isOver(state: PurchaseState): boolean {
  return state === "closed" || state === "ended";
}

/** What a document's paymentCompleted says, given the states of all purchases made for it. */
export function documentPaymentMark(states: PurchaseState[]): "true" | "refunded" | "disputed" | "false" {
  if (states.includes("paid")) return "true";
  if (states.includes("disputed")) return "disputed";
  return states.includes("refunded") ? "refunded" : "false";
}
