import Stripe from "stripe";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { type EventSubject, subjectOf } from "./event-subject.ts";
import { requirePayments } from "./payments.ts";
import { findPurchase, findPurchaseByReference, isEventKnown, rememberEvent } from "./purchases.repo.ts";
import { settlePurchase } from "./settling.service.ts";

/**
 * Takes an event of Stripe: its signature is checked over the raw body, its effect is written once, whatever the
 * order and number of its arrivals. Unknown types and events of others are accepted and change nothing. Throws
 * `invalid` for a wrong signature, `unavailable` when Stripe must be asked and does not answer: then it sends the
 * event again.
 */
export async function receiveStripeEvent(deps: Deps, body: string, signature: string): Promise<void> {
  const event = await signedEvent(deps, body, signature);
  if (isEventKnown(deps.db, event.id)) return;
  const subject = subjectOf(event);
  const purchase = subject && purchaseOf(deps, subject);
  if (subject && purchase) await settlePurchase(deps, purchase.id, subject, event);
  else rememberEvent(deps.db, event, deps.now());
}

async function signedEvent(deps: Deps, body: string, signature: string): Promise<Stripe.Event> {
  const { stripe, webhookSecret } = requirePayments(deps);
  if (webhookSecret === undefined) {
    throw new AppError("unavailable", "Events of Stripe are not configured on this server.");
  }
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeSignatureVerificationError)) throw cause;
    throw new AppError("invalid", "The signature of this event is not valid.", { cause });
  }
}

function purchaseOf({ db }: Deps, { reference, purchaseId }: EventSubject) {
  return findPurchaseByReference(db, reference) ?? (purchaseId ? findPurchase(db, purchaseId) : undefined);
}
