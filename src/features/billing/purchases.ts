import { createHash } from "node:crypto";
import type { PurchaseState } from "../../../db/columns/billing.ts";
import type { purchases } from "../../../db/schema.ts";

export type Purchase = typeof purchases.$inferSelect;

/** Starts stamping the documents of a purchase that was paid; the job's subject is the purchase. */
export const paidDocumentsJob = "paid-documents";

/** Cancels the open payments of a document that needs none anymore; the job's subject is the document. */
export const cancelPaymentsJob = "cancel-payments";

/** The currency of every price. */
export const currency = "usd";

/** A one-time payment as Stripe reports it, in our terms. */
export type PaymentFacts = {
  kind: "payment";
  /** The id of the payment intent. */
  reference: string;
  state: PurchaseState;
  /** True while the payment is processing and cannot be canceled. */
  isProcessing: boolean;
  amount: number;
  amountRefunded: number;
  /** Whether the last attempt to pay was declined. */
  isDeclined: boolean;
  /** When the last attempt was charged, or declined; null before the first. */
  chargedAt: Date | null;
  /** Stripe's page with the receipt. Its address changes, so it is never stored. */
  receiptUrl: string | null;
  currency: string;
  isLive: boolean;
  /** When it was canceled; after that it cannot be paid. */
  cancelAt: Date | null;
  metadata: Record<string, string>;
};

/** A subscription as Stripe reports it. */
export type SubscriptionFacts = {
  kind: "subscription";
  /** The id of the subscription. */
  reference: string;
  state: PurchaseState;
  periodEnd: Date | null;
  cancelAt: Date | null;
  /** Its quantity, and the cents for each and period; null: Stripe says none. */
  seats: number | null;
  seatPrice: number | null;
  metadata: Record<string, string>;
};

export type Facts = PaymentFacts | SubscriptionFacts;

/** Metadata on every object created at Stripe for a purchase; Stripe must return it unchanged. */
export function buildMetadata(
  purchase: Pick<Purchase, "id" | "userId" | "plan" | "documentId" | "documentSet">,
) {
  const { id, userId, plan, documentId, documentSet } = purchase;
  return {
    purchaseId: id,
    userId,
    plan,
    ...(documentId === null ? {} : { documentId }),
    ...(documentSet === null ? {} : { documentSet }),
  };
}

/** The name of a set of documents: the SHA-256 of their sorted ids. */
export function nameDocumentSet(documentIds: readonly string[]): string {
  return createHash("sha256").update(documentIds.toSorted().join("\n")).digest("hex");
}

/** Whether the payment was made for this purchase: for this user and document, and this amount. */
export function belongsTo(facts: Facts, purchase: Purchase, isLive: boolean): boolean {
  const expected = { documentId: undefined, documentSet: undefined, ...buildMetadata(purchase) };
  const fits = Object.entries(expected).every(([name, value]) => facts.metadata[name] === value);
  const known = facts.kind === "payment" ? purchase.paymentIntent : purchase.subscriptionId;
  if (!fits || (known !== null && known !== facts.reference)) return false;
  if (facts.kind === "subscription") return true;
  return facts.amount === purchase.amount && facts.currency === currency && facts.isLive === isLive;
}

/** Whether a purchase may change from the stored state to what Stripe reports. A closed purchase is never reopened. */
export function canChangeTo(written: PurchaseState, said: PurchaseState): boolean {
  return said !== "open" || written === "open";
}

export type PaymentNews = { type: "payment.completed" | "payment.refunded"; status: "paid" | "refunded" };

/** What webhooks are told when a purchase changes from what is stored to what Stripe reports. */
export function findPaymentNews(written: Purchase, said: Facts): PaymentNews[] {
  const { state } = said;
  if (state !== "paid" && state !== "refunded") return [];
  const refunded = said.kind === "payment" ? said.amountRefunded : 0;
  const wentBack = state === "refunded" ? written.state !== "refunded" : refunded > written.amountRefunded;
  return [
    ...(state === "paid" && written.state !== "paid"
      ? [{ type: "payment.completed", status: state } as const]
      : []),
    ...(wentBack ? [{ type: "payment.refunded", status: state } as const] : []),
  ];
}

/** A purchase that can no longer be paid or charged. Of a payment: as far as we know. */
export const overStates: PurchaseState[] = ["closed", "ended"];

export const isOver = (state: PurchaseState): boolean => overStates.includes(state);

/**
 * Whether one of a document's payments came too late for it, so that its stamp is left for another document: it was
 * paid for twice, or stamped before its payment was known. `stampedAt`: when its stamp was taken.
 */
export function hasPaymentLeft(ofDocument: Purchase[], stampedAt: Date | undefined): boolean {
  const paid = ofDocument.filter(({ state }) => state === "paid");
  const isLate = ({ settledAt }: Purchase) =>
    settledAt !== null && stampedAt !== undefined && settledAt > stampedAt;
  return paid.length > 1 || paid.some(isLate);
}

/** A document's paymentCompleted, from the states of all its purchases. */
export function documentPaymentMark(states: PurchaseState[]): "true" | "refunded" | "disputed" | "false" {
  if (states.includes("paid")) return "true";
  if (states.includes("disputed")) return "disputed";
  return states.includes("refunded") ? "refunded" : "false";
}
