import type Stripe from "stripe";
import { type Account, livingCustomer } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import type { Params } from "../protocol/form.ts";
import { mergedMetadata } from "../protocol/metadata.ts";
import {
  choice,
  group,
  onlyKnown,
  requiredText,
  requiredWholeNumber,
  text,
  textOrNull,
  texts,
  wholeNumber,
} from "../protocol/params.ts";
import { record } from "./events.ts";
import { checkAmount, methodTypesFor, newPaymentIntent } from "./payment-intent-shape.ts";
import { methodFor } from "./payment-methods.ts";

const TEXTS = [
  "description",
  "receipt_email",
  "statement_descriptor",
  "statement_descriptor_suffix",
] as const;
const FIELDS = [
  ...TEXTS,
  "amount",
  "currency",
  "customer",
  "metadata",
  "setup_future_usage",
  "payment_method",
];
const CREATE_ONLY = ["automatic_payment_methods", "allowed_payment_method_types", "capture_method"];
/** Parameters of the confirm call, which a create call may carry as well. */
export const ON_CONFIRM = [
  "payment_method",
  "payment_method_data",
  "return_url",
  "off_session",
  "use_stripe_sdk",
];
/** The states in which an intent can still be changed, confirmed or canceled. */
export const OPEN_STATES = ["requires_payment_method", "requires_confirmation", "requires_action"];

export function createIntent(account: Account, params: Params): Stripe.PaymentIntent {
  refuseMethodTypes(params);
  onlyKnown(params, [...FIELDS, ...CREATE_ONLY, ...ON_CONFIRM, "confirm", "hooks"]);
  const amount = requiredWholeNumber(params, "amount");
  const currency = requiredText(params, "currency").toLowerCase();
  checkAmount(amount, currency);
  const allowed = texts(params, "allowed_payment_method_types");
  const automatic = group(params, "automatic_payment_methods");
  if (allowed !== undefined && automatic !== undefined) {
    const message =
      "You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.";
    throw invalidRequest(message, { param: "automatic_payment_methods" });
  }
  const intent = newPaymentIntent(account, {
    amount,
    currency,
    methodTypes: methodTypesFor(currency, allowed),
  });
  intent.allowed_payment_method_types = allowed ?? null;
  if (allowed === undefined) {
    const allow_redirects = choice(automatic ?? {}, "allow_redirects", ["always", "never"]) ?? "always";
    intent.automatic_payment_methods = { allow_redirects, enabled: true };
  }
  applyParams(account, intent, params);
  account.paymentIntents.set(intent.id, intent);
  record(account, "payment_intent.created", intent);
  return intent;
}

export function updateIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  params: Params,
): Stripe.PaymentIntent {
  refuseMethodTypes(params);
  onlyKnown(params, [...FIELDS, "hooks"]);
  const locked = ["amount", "currency", "customer", "payment_method", "setup_future_usage"];
  const named = locked.find((name) => params[name] !== undefined);
  if (named !== undefined && !OPEN_STATES.includes(intent.status)) {
    const message = `This PaymentIntent's ${named} could not be updated because it has a status of ${intent.status}. You may only update the ${named} of a PaymentIntent with one of the following statuses: ${OPEN_STATES.join(", ")}.`;
    throw invalidRequest(message, {
      code: "payment_intent_unexpected_state",
      param: named,
      payment_intent: intent,
    });
  }
  const amount = wholeNumber(params, "amount") ?? intent.amount;
  const currency = text(params, "currency")?.toLowerCase() ?? intent.currency;
  checkAmount(amount, currency);
  Object.assign(intent, {
    amount,
    currency,
    payment_method_types: methodTypesFor(currency, allowedOf(intent)),
  });
  applyParams(account, intent, params);
  return intent;
}

/** Since 2026-09-30 an intent's `payment_method_types` is computed and can no longer be given. */
export function refuseMethodTypes(params: Params): void {
  if (params.payment_method_types === undefined) return;
  const message =
    "The parameter `payment_method_types` is no longer supported in this API version. Use `automatic_payment_methods`, `allowed_payment_method_types` or `excluded_payment_method_types` instead.";
  throw invalidRequest(message, {
    code: "payment_method_types_no_longer_supported",
    param: "payment_method_types",
  });
}

function allowedOf(intent: Stripe.PaymentIntent): string[] | undefined {
  return intent.allowed_payment_method_types ?? undefined;
}

function applyParams(account: Account, intent: Stripe.PaymentIntent, params: Params): void {
  for (const name of TEXTS) if (params[name] !== undefined) intent[name] = textOrNull(params, name);
  const customer = text(params, "customer");
  if (customer) intent.customer = livingCustomer(account, customer, "customer").id;
  const usage = choice(params, "setup_future_usage", ["on_session", "off_session"]);
  if (usage !== undefined) intent.setup_future_usage = usage;
  const method = text(params, "payment_method");
  if (method) {
    intent.payment_method = methodFor(account, method).id;
    intent.status = "requires_confirmation";
  }
  intent.metadata = mergedMetadata(intent.metadata, params);
}
