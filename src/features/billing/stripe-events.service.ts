import Stripe from "stripe";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import { callStripe, requirePayments } from "./payments.ts";
import {
  deleteEventsBefore,
  findPurchase,
  findPurchaseByReference,
  isEventKnown,
  rememberEvent,
} from "./purchases.repo.ts";
import { reconcilePurchase } from "./reconciliation.service.ts";
import { type Reference, subscriptionPaidWith } from "./stripe-state.ts";

/**
 * Stripe retries an event for three days, and resends it on the owner's request for as long as it keeps the event:
 * thirty days.
 */
const remembered = 90 * 24 * 3_600_000;

/**
 * Handles an event from Stripe. Verifies the signature over the raw body. Saves the effect once, even if events are
 * repeated or arrive out of order. Accepts unknown types, malformed objects and events about other merchants' objects,
 * which change nothing. Throws `invalid` for a wrong signature or a body that is not an event, and `unavailable` if
 * Stripe does not answer a question about the event; Stripe then sends it again.
 */
export async function receiveStripeEvent(deps: PaymentDeps, body: string, signature: string): Promise<void> {
  const event = await signedEvent(deps, body, signature);
  if (await isEventKnown(deps.db, event.id)) return;
  const { id, type } = event;
  if (isOdd(event))
    deps.log.warn({ event: id, type }, "a Stripe event with an unexpected object was ignored");
  const subject = await findKnownSubject(deps, event);
  const purchase = subject && (await findEventPurchase(deps, subject));
  if (subject && purchase) await reconcilePurchase(deps, purchase.id, subject, event);
  else await rememberEvent(deps.db, event, deps.now());
}

/** Deletes events that Stripe deleted long ago. If one still arrived again, it would only cause a lookup. */
export async function deleteOldEvents({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteEventsBefore(db, now() - remembered);
}

async function signedEvent(
  deps: Pick<Deps, "log" | "payments">,
  body: string,
  signature: string,
): Promise<StripeEvent> {
  const { stripe, webhookSecret } = requirePayments(deps);
  if (webhookSecret === undefined) {
    throw new AppError(
      "unavailable",
      "stripe-events-not-configured",
      "Stripe events are not configured on this server.",
    );
  }
  try {
    const event: unknown = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
    return stripeEventSchema.parse(event);
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError("invalid", "stripe-signature-invalid", "The signature of this event is not valid.", {
        cause,
      });
    }
    deps.log.warn(
      { err: cause },
      "something other than an event was signed with the secret of Stripe's webhook",
    );
    throw new AppError("invalid", "not-a-stripe-event", "This is not a Stripe event.", { cause });
  }
}

/** A refund may concern a subscription's invoice, whose payment only Stripe can name. */
async function findKnownSubject(
  deps: Pick<Deps, "db" | "node" | "payments">,
  event: StripeEvent,
): Promise<EventSubject | undefined> {
  const subject = parseSubject(event);
  if (!subject || !moneyWentBack.test(event.type) || (await findEventPurchase(deps, subject))) return subject;
  const reference = await callStripe(requirePayments(deps), (stripe) =>
    subscriptionPaidWith(stripe, subject.reference),
  );
  return reference === undefined ? undefined : { kind: "subscription", reference, purchaseId: undefined };
}

const moneyWentBack = /^(charge\.refund|charge\.dispute\.|refund\.)/;

async function findEventPurchase({ db }: Pick<Deps, "db">, { reference, purchaseId }: EventSubject) {
  return (
    (await findPurchaseByReference(db, reference)) ??
    (purchaseId ? await findPurchase(db, purchaseId) : undefined)
  );
}

/** What an event is about: only a reference, since the current state is always read from Stripe. */
type EventSubject = Reference & {
  /** The purchase that the object names, in case the object is not in our database yet. */
  purchaseId: string | undefined;
};

/** The parts of an event that we use. `object` is untrusted and can be anything. */
const stripeEventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.unknown() }).catch({ object: undefined }),
});
type StripeEvent = z.infer<typeof stripeEventSchema>;

/** Another object: its id, or the complete object. */
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

/**
 * The payment or subscription that an event is about; undefined for events that concern no purchase, and for malformed
 * ones.
 */
function parseSubject({ data }: StripeEvent): EventSubject | undefined {
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

/** Whether the event refers to nothing, or to a payment or subscription in an undocumented form. */
function isOdd({ data }: StripeEvent): boolean {
  return !objectSchema.safeParse(data.object).success && !objectOfOthers.safeParse(data.object).success;
}

function subjectNamed(
  kind: Reference["kind"],
  reference: string | null | undefined,
): EventSubject | undefined {
  return reference ? { kind, reference, purchaseId: undefined } : undefined;
}
