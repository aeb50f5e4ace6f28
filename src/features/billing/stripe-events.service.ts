import Stripe from "stripe";
import { AppError } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import { type EventSubject, isOdd, type StripeEvent, stripeEventSchema, subjectOf } from "./event-subject.ts";
import { askStripe, requirePayments } from "./payments.ts";
import {
  deleteEventsBefore,
  findPurchase,
  findPurchaseByReference,
  isEventKnown,
  rememberEvent,
} from "./purchases.repo.ts";
import { settlePurchase } from "./reconciliation.service.ts";
import { subscriptionPaidWith } from "./stripe-state.ts";

/** Stripe repeats an event by itself for three days, and at its owner's wish for as long as it keeps it: thirty. */
const remembered = 90 * 24 * 3_600_000;

/**
 * Takes an event of Stripe: its signature is checked over the raw body, its effect is written once, whatever the
 * order and number of its arrivals. Unknown types, odd objects and events of others are accepted and change nothing.
 * Throws `invalid` for a wrong signature and for what is no event at all, `unavailable` when Stripe must be asked and
 * does not answer: then it sends the event again.
 */
export async function receiveStripeEvent(deps: Deps, body: string, signature: string): Promise<void> {
  const event = await signedEvent(deps, body, signature);
  if (isEventKnown(deps.db, event.id)) return;
  const { id, type } = event;
  if (isOdd(event)) deps.log.warn({ event: id, type }, "an event of Stripe with an odd object was ignored");
  const subject = await knownSubjectOf(deps, event);
  const purchase = subject && purchaseOf(deps, subject);
  if (subject && purchase) await settlePurchase(deps, purchase.id, subject, event);
  else rememberEvent(deps.db, event, deps.now());
}

/** Forgets events that Stripe has forgotten long ago. One that came again after all would only be looked up. */
export function forgetOldEvents({ db, now }: Pick<Deps, "db" | "now">): void {
  deleteEventsBefore(db, now() - remembered);
}

async function signedEvent(deps: Deps, body: string, signature: string): Promise<StripeEvent> {
  const { stripe, webhookSecret } = requirePayments(deps);
  if (webhookSecret === undefined) {
    throw new AppError("unavailable", "Events of Stripe are not configured on this server.");
  }
  try {
    const event: unknown = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
    return stripeEventSchema.parse(event);
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError("invalid", "The signature of this event is not valid.", { cause });
    }
    deps.log.warn(
      { err: cause },
      "something that is no event was signed with the secret of Stripe's webhook",
    );
    throw new AppError("invalid", "This is no event of Stripe.", { cause });
  }
}

/** Money that went back may have paid a subscription's invoice, whose payment only Stripe can name. */
async function knownSubjectOf(deps: Deps, event: StripeEvent): Promise<EventSubject | undefined> {
  const subject = subjectOf(event);
  if (!subject || !moneyWentBack.test(event.type) || purchaseOf(deps, subject)) return subject;
  const reference = await askStripe(requirePayments(deps), (stripe) =>
    subscriptionPaidWith(stripe, subject.reference),
  );
  return reference === undefined ? undefined : { kind: "subscription", reference, purchaseId: undefined };
}

const moneyWentBack = /^(charge\.refund|charge\.dispute\.|refund\.)/;

function purchaseOf({ db }: Deps, { reference, purchaseId }: EventSubject) {
  return findPurchaseByReference(db, reference) ?? (purchaseId ? findPurchase(db, purchaseId) : undefined);
}
