import type Stripe from "stripe";
import type { Account, Charge, Dispute, PaymentIntent, PaymentMethod, Refund } from "./account.ts";
import { attach, type Decline, findPaymentMethod, genericDecline, getReaction } from "./payment-methods.ts";
import { find, invalidRequest, newId, StripeError } from "./protocol.ts";

/** The states in which an intent can be changed, confirmed and canceled. */
const openStates = ["requires_payment_method", "requires_confirmation", "requires_action"];
/** The methods that this account accepts; Cash App Pay is available in US dollars only. */
const methodTypes = (currency: string) => (currency === "usd" ? ["card", "cashapp"] : ["card"]);

type NewIntent = {
  amount: number;
  currency: string;
  customer?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, string>;
  saveMethod?: boolean;
  allowedTypes?: string[] | undefined;
};

export function createPaymentIntent(account: Account, given: NewIntent): PaymentIntent {
  const { amount, currency, allowedTypes } = given;
  checkAmount(amount, currency);
  const base = account.base("pi", "payment_intent");
  const intent: PaymentIntent = {
    ...base,
    amount,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${base.id}_${newId("secret", 25)}`,
    currency,
    customer: given.customer ?? null,
    description: given.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: given.metadata ?? {},
    next_action: null,
    payment_method: null,
    payment_method_types: methodTypes(currency).filter((type) => allowedTypes?.includes(type) ?? true),
    setup_future_usage: given.saveMethod ? "off_session" : null,
    status: "requires_payment_method",
  };
  account.paymentIntents.set(intent.id, intent);
  account.record("payment_intent.created", intent);
  return intent;
}

export function changeAmount(intent: PaymentIntent, amount: number): void {
  if (!openStates.includes(intent.status)) throw unexpectedState(intent, "update");
  checkAmount(amount, intent.currency);
  intent.amount = amount;
}

export function cancelPaymentIntent(
  account: Account,
  intent: PaymentIntent,
  reason: Stripe.PaymentIntent["cancellation_reason"] = null,
): PaymentIntent {
  if (!openStates.includes(intent.status)) throw unexpectedState(intent, "cancel");
  const canceled = { canceled_at: account.now(), cancellation_reason: reason, next_action: null };
  Object.assign(intent, { ...canceled, status: "canceled" });
  account.record("payment_intent.canceled", intent);
  return intent;
}

/**
 * Attempts the charge: the intent becomes succeeded, processing or requires_action. If the bank declines, the intent
 * returns to requires_payment_method and a card_error is thrown; the failed charge is stored.
 */
export function confirmPaymentIntent(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
  { offSession = false } = {},
): void {
  if (!openStates.includes(intent.status)) throw unexpectedState(intent, "confirm");
  if (!intent.payment_method_types.includes(method.type)) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`;
    throw invalidRequest(message, { param: "payment_method", payment_intent: intent });
  }
  Object.assign(intent, { payment_method: method.id, last_payment_error: null, next_action: null });
  const reaction = getReaction(method, offSession);
  if (typeof reaction === "object") throw decline(account, intent, method, reaction);
  if (reaction === "succeeds") collect(account, intent, method);
  else {
    intent.status = "requires_action";
    intent.next_action =
      method.type === "cashapp"
        ? { type: "cashapp_handle_redirect_or_display_qr_code" }
        : { type: "use_stripe_sdk" };
    account.record("payment_intent.requires_action", intent);
  }
}

/** The customer's answer in the dialog of the bank or of Cash App. */
export function finishAction(account: Account, intent: PaymentIntent, outcome: "succeed" | "fail"): void {
  if (intent.status !== "requires_action") throw unexpectedState(intent, "authenticate");
  const method = findPaymentMethod(account, intent.payment_method ?? "");
  intent.next_action = null;
  if (outcome === "succeed") collect(account, intent, method);
  else {
    const code = "payment_intent_authentication_failure";
    const message =
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
    reject(account, intent, { type: "invalid_request_error", code, message });
  }
}

/** Completes a payment in `processing`. */
export function settle(account: Account, intent: PaymentIntent, outcome: "succeeded" | "failed"): void {
  if (intent.status !== "processing") throw unexpectedState(intent, "settle");
  const method = findPaymentMethod(account, intent.payment_method ?? "");
  if (outcome === "succeeded") succeed(account, intent, method);
  else decline(account, intent, method, genericDecline);
}

/** Refunds a payment in full or in part. */
export function refund(account: Account, intent: PaymentIntent, cents?: number): Refund {
  if (intent.status !== "succeeded") {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  const charge = find(account.charges, "charge", intent.latest_charge ?? "");
  const left = charge.amount - charge.amount_refunded;
  const amount = cents ?? left;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, { code: "charge_already_refunded" });
  }
  if (amount < 1 || amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw invalidRequest(message, { param: "amount" });
  }
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: "charge_disputed" });
  }
  const { created, id, object } = account.base("re", "refund");
  const { currency, payment_intent } = charge;
  const made: Refund = {
    created,
    id,
    object,
    amount,
    charge: charge.id,
    currency,
    payment_intent,
    status: "succeeded",
  };
  const before = { ...charge };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  account.record("refund.created", made);
  account.recordChange("charge.refunded", charge, before);
  return made;
}

/** The cardholder disputes the payment. */
export function openDispute(account: Account, intent: PaymentIntent): Dispute {
  const charge = find(account.charges, "charge", intent.latest_charge ?? "");
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is already disputed.`);
  const { amount, currency, payment_intent } = charge;
  const dispute: Dispute = {
    ...account.base("du", "dispute"),
    amount,
    charge: charge.id,
    currency,
    payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  charge.disputed = true;
  account.disputes.set(dispute.id, dispute);
  account.record("charge.dispute.created", dispute);
  account.record("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function closeDispute(account: Account, dispute: Dispute, outcome: "won" | "lost"): Dispute {
  if (dispute.status !== "needs_response") throw invalidRequest(`This dispute is already ${dispute.status}.`);
  dispute.status = outcome;
  if (outcome === "won") account.record("charge.dispute.funds_reinstated", dispute);
  account.record("charge.dispute.closed", dispute);
  return dispute;
}

function checkAmount(amount: number, currency: string): void {
  if (!["usd", "eur", "gbp"].includes(currency)) {
    throw invalidRequest(`Invalid currency: ${currency}`, { param: "currency" });
  }
  if (amount >= 50 && amount <= 99_999_999) return;
  const code = amount < 50 ? "amount_too_small" : "amount_too_large";
  throw invalidRequest("Amount must be at least $0.50 and no more than $999,999.99", {
    code,
    param: "amount",
  });
}

function unexpectedState(intent: PaymentIntent, act: string): StripeError {
  const message = `You cannot ${act} this PaymentIntent because it has a status of ${intent.status}.`;
  return invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
}

function collect(account: Account, intent: PaymentIntent, method: PaymentMethod): void {
  if (account.holdSettlement) {
    intent.status = "processing";
    account.record("payment_intent.processing", intent);
  } else succeed(account, intent, method);
}

function succeed(account: Account, intent: PaymentIntent, method: PaymentMethod): void {
  createCharge(account, intent, method);
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  if (intent.setup_future_usage && intent.customer) attach(account, method, intent.customer);
  account.record("payment_intent.succeeded", intent);
  account.onPayment(intent);
}

function decline(account: Account, intent: PaymentIntent, method: PaymentMethod, why: Decline): StripeError {
  const { id } = createCharge(account, intent, method, why);
  const error = { ...why, type: "card_error" as const, charge: id };
  reject(account, intent, error);
  return new StripeError(402, { ...error, payment_intent: intent });
}

function reject(account: Account, intent: PaymentIntent, error: PaymentIntent["last_payment_error"]): void {
  const waiting = { status: "requires_payment_method", payment_method: null, last_payment_error: error };
  Object.assign(intent, waiting);
  account.record("payment_intent.payment_failed", intent);
  account.onPayment(intent);
}

function createCharge(account: Account, intent: PaymentIntent, method: PaymentMethod, why?: Decline): Charge {
  const { amount, currency, customer, id, metadata } = intent;
  const base = account.base("ch", "charge");
  const charge: Charge = {
    ...base,
    amount,
    currency,
    customer,
    metadata: { ...metadata },
    payment_intent: id,
    payment_method: method.id,
    amount_refunded: 0,
    disputed: false,
    failure_code: why?.code ?? null,
    failure_message: why?.message ?? null,
    paid: why === undefined,
    receipt_url: why === undefined ? account.publicPage("payment", base.id) : null,
    refunded: false,
    status: why === undefined ? "succeeded" : "failed",
  };
  account.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  account.record(charge.paid ? "charge.succeeded" : "charge.failed", charge);
  return charge;
}
