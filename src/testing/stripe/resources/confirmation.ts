import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequest, StripeFault } from "../protocol/faults.ts";
import { idOf } from "../protocol/ids.ts";
import { newCharge } from "./charges.ts";
import { openDispute } from "./disputes.ts";
import { record } from "./events.ts";
import { type ConfirmOptions, requestAction } from "./next-action.ts";
import { attach, methodFor, testCardOf } from "./payment-methods.ts";
import { AUTHENTICATION_REQUIRED, type Decline, type TestCard } from "./test-cards.ts";

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

/**
 * Tries to take the money: the intent becomes succeeded, processing or requires_action. A refusal by the bank puts
 * it back to requires_payment_method and throws a card_error; the failed charge stays on record.
 */
export function confirmIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  options: ConfirmOptions = {},
): void {
  refuseUnlessConfirmable(intent, method);
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  const onCharge = reactionTo(method, options);
  if (typeof onCharge === "object") throw refuse(account, intent, method, onCharge);
  if (onCharge === "succeeds") collect(account, intent, method);
  else if (options.offSession === true) throw refuse(account, intent, method, AUTHENTICATION_REQUIRED);
  else requestAction(account, intent, method, options);
}

/** What the customer did in the bank's dialog or in Cash App for an intent that requires action. */
export function finishAction(
  account: Account,
  intent: Stripe.PaymentIntent,
  outcome: "succeed" | "fail",
): void {
  if (intent.status !== "requires_action") {
    throw invalidRequest(`This PaymentIntent is ${intent.status} and waits for no action.`);
  }
  const method = methodFor(account, idOf(intent.payment_method) ?? "");
  intent.next_action = null;
  if (outcome === "succeed") {
    collect(account, intent, method);
    return;
  }
  reject(account, intent, method, {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    payment_method: method,
  });
}

/** Ends `processing`. */
export function settle(account: Account, intent: Stripe.PaymentIntent, decline?: Decline): void {
  if (intent.status !== "processing") {
    throw invalidRequest(`This PaymentIntent is ${intent.status}, not processing.`);
  }
  const method = methodFor(account, idOf(intent.payment_method) ?? "");
  if (decline === undefined) succeed(account, intent, method);
  else refuse(account, intent, method, decline);
}

/** Cash App Pay asks its owner each time, unless the owner agreed before to payments without them. */
function reactionTo(method: Stripe.PaymentMethod, { offSession }: ConfirmOptions): TestCard["onCharge"] {
  const card = testCardOf(method);
  const agreedBefore = offSession === true && (card === undefined || card.authenticatesOnce === true);
  return agreedBefore ? "succeeds" : (card?.onCharge ?? "needs authentication");
}

function refuseUnlessConfirmable(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  if (!CONFIRMABLE.includes(intent.status)) {
    const message =
      intent.status === "succeeded"
        ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`;
    throw invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
  }
  if (!intent.payment_method_types.includes(method.type)) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. The allowed types are: ${intent.payment_method_types.join(", ")}.`;
    throw invalidRequest(message, { param: "payment_method", payment_intent: intent });
  }
}

function collect(account: Account, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  if (account.settlement === "at once") {
    succeed(account, intent, method);
    return;
  }
  intent.status = "processing";
  record(account, "payment_intent.processing", intent);
}

function succeed(account: Account, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  const charge = newCharge(account, intent, method);
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  const customer = idOf(intent.customer);
  if (intent.setup_future_usage !== null && customer !== null) attach(account, method, customer);
  record(account, "payment_intent.succeeded", intent);
  account.onPayment(intent);
  if (testCardOf(method)?.disputes) openDispute(account, charge, "fraudulent");
}

function refuse(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): StripeFault {
  const charge = newCharge(account, intent, method, decline);
  const error = { ...decline, type: "card_error" as const, charge: charge.id, payment_method: method };
  reject(account, intent, method, error);
  return new StripeFault(402, {
    ...error,
    doc_url: `https://stripe.com/docs/error-codes/${decline.code}`,
    payment_intent: intent,
  });
}

function reject(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  error: Stripe.PaymentIntent.LastPaymentError,
): void {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.last_payment_error = { ...error, payment_method: structuredClone(method) };
  record(account, "payment_intent.payment_failed", intent);
  account.onPayment(intent);
}
