import type Stripe from "stripe";
import type { Reference } from "./stripe-facts.ts";

/** What an event is about: only a pointer, since the state is read anew from Stripe. */
export type EventSubject = Reference & {
  /** The purchase that the object itself names, for the moment in which we do not know the object yet. */
  purchaseId: string | undefined;
};

/** The payment or subscription an event is about; undefined for news that concern no purchase. */
export function subjectOf(event: Stripe.Event): EventSubject | undefined {
  const { object } = event.data;
  if (!("object" in object)) return undefined;
  switch (object.object) {
    case "payment_intent":
      return { kind: "payment", reference: object.id, purchaseId: object.metadata.purchaseId };
    case "subscription":
      return { kind: "subscription", reference: object.id, purchaseId: object.metadata.purchaseId };
    case "charge":
    case "dispute":
    case "refund":
      return subjectFrom("payment", object.payment_intent);
    case "invoice":
      return subjectFrom("subscription", object.parent?.subscription_details?.subscription);
    default:
      return undefined;
  }
}

function subjectFrom(
  kind: Reference["kind"],
  named: string | { id: string } | null | undefined,
): EventSubject | undefined {
  if (!named) return undefined;
  return { kind, reference: typeof named === "string" ? named : named.id, purchaseId: undefined };
}
