import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import { newId } from "../protocol/ids.ts";

/** What this account has switched on; Cash App Pay exists in US dollars only. */
export function methodTypesFor(currency: string, allowed: string[] = ["card", "cashapp"]): string[] {
  const supported = currency === "usd" ? ["card", "cashapp"] : ["card"];
  return supported.filter((type) => allowed.includes(type));
}

const CURRENCIES = ["usd", "eur", "gbp", "cad", "aud", "chf"];
const AMOUNT_LIMITS = { least: 50, most: 99_999_999 };

/** Refuses amounts (in cents) and currencies that Stripe would refuse. */
export function checkAmount(amount: number, currency: string): void {
  if (!CURRENCIES.includes(currency)) {
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${CURRENCIES.join(", ")}`;
    throw invalidRequest(message, { param: "currency" });
  }
  if (amount < 1) {
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  }
  if (amount < AMOUNT_LIMITS.least) {
    throw invalidRequest(`Amount must be at least $0.50 ${currency}`, {
      code: "amount_too_small",
      param: "amount",
    });
  }
  if (amount > AMOUNT_LIMITS.most) {
    throw invalidRequest("Amount must be no more than $999,999.99", {
      code: "amount_too_large",
      param: "amount",
    });
  }
}

type Wanted = { amount: number; currency: string; methodTypes: string[] };

/** A new intent waiting for a payment method; the caller fills in what else the request named. */
export function newPaymentIntent(
  account: Account,
  { amount, currency, methodTypes }: Wanted,
): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_${newId("secret", 25)}`,
    confirmation_method: "automatic",
    created: account.clock.now(),
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

const PUBLIC_FIELDS = [
  "id",
  "object",
  "allowed_payment_method_types",
  "amount",
  "amount_details",
  "automatic_payment_methods",
  "canceled_at",
  "cancellation_reason",
  "capture_method",
  "client_secret",
  "confirmation_method",
  "created",
  "currency",
  "description",
  "last_payment_error",
  "livemode",
  "next_action",
  "payment_method",
  "payment_method_configuration_details",
  "payment_method_types",
  "processing",
  "receipt_email",
  "setup_future_usage",
  "shipping",
  "source",
  "status",
] as const;

/** What a holder of the publishable key and the client secret may see: no customer, no metadata, no charge. */
export function publicView(intent: Partial<Stripe.PaymentIntent>): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(PUBLIC_FIELDS.map((name) => [name, intent[name]]));
}
