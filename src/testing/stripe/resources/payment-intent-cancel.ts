import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import { record } from "./events.ts";
import { OPEN_STATES } from "./payment-intent-params.ts";

/** Cancels an intent that has not succeeded. */
export function cancelIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  reason: string | null = null,
): Stripe.PaymentIntent {
  if (!OPEN_STATES.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
    throw invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
  }
  intent.status = "canceled";
  intent.canceled_at = account.clock.now();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  record(account, "payment_intent.canceled", intent);
  return intent;
}
