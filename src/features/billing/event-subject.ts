import { z } from "zod";
import type { Reference } from "./stripe-state.ts";

/** What an event is about: only a pointer, since the state is read anew from Stripe. */
export type EventSubject = Reference & {
  /** The purchase that the object itself names, for the moment in which we do not know the object yet. */
  purchaseId: string | undefined;
};

/** As much of an event as concerns us; `object` may be anything that Stripe, or who has its secret, can think of. */
export const stripeEventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.unknown() }).catch({ object: undefined }),
});
export type StripeEvent = z.infer<typeof stripeEventSchema>;

/** Another object, by its id or whole. */
const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const ourMetadata = z.object({ purchaseId: z.string().optional() }).nullish();

const ownObject = z.object({ id: z.string().min(1), metadata: ourMetadata });
const ofPayment = z.object({ payment_intent: named.nullish() });
const kinds = new Set(["payment_intent", "subscription", "charge", "dispute", "refund", "invoice"]);
const objectSchema = z.discriminatedUnion("object", [
  ownObject.extend({ object: z.enum(["payment_intent", "subscription"]) }),
  ofPayment.extend({ object: z.enum(["charge", "dispute", "refund"]) }),
  z.object({
    object: z.literal("invoice"),
    parent: z
      .object({ subscription_details: z.object({ subscription: named.nullish() }).nullish() })
      .nullish(),
  }),
]);

/** The payment or subscription an event is about; undefined for news that concern no purchase, and for odd ones. */
export function subjectOf({ data }: StripeEvent): EventSubject | undefined {
  const { data: object } = objectSchema.safeParse(data.object);
  switch (object?.object) {
    case "payment_intent":
      return { kind: "payment", reference: object.id, purchaseId: object.metadata?.purchaseId };
    case "subscription":
      return { kind: "subscription", reference: object.id, purchaseId: object.metadata?.purchaseId };
    case "charge":
    case "dispute":
    case "refund":
      return subjectNamed("payment", object.payment_intent);
    case "invoice":
      return subjectNamed("subscription", object.parent?.subscription_details?.subscription);
    case undefined:
      return undefined;
  }
}

const objectOfOthers = z.object({ object: z.string().refine((kind) => !kinds.has(kind)) });

/** Whether it is about nothing, or about a payment or subscription in a form that Stripe does not document. */
export function isOdd({ data }: StripeEvent): boolean {
  return !objectSchema.safeParse(data.object).success && !objectOfOthers.safeParse(data.object).success;
}

function subjectNamed(
  kind: Reference["kind"],
  reference: string | null | undefined,
): EventSubject | undefined {
  return reference ? { kind, reference, purchaseId: undefined } : undefined;
}
