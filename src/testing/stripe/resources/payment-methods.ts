import type Stripe from "stripe";
import { type Account, find, livingCustomer } from "../account.ts";
import { invalidRequest, StripeFault } from "../protocol/faults.ts";
import type { Params } from "../protocol/form.ts";
import { idOf, newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { mergedMetadata } from "../protocol/metadata.ts";
import { choice, group, onlyKnown, requiredText, text, wholeNumber } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { record } from "./events.ts";
import { cardByNumber, cardByToken, type TestCard } from "./test-cards.ts";

/** Which test card a payment method stands for; Cash App Pay has none. */
const cardsOfMethods = new WeakMap<Stripe.PaymentMethod, TestCard>();

export const paymentMethodRoutes: Routes = {
  "POST /v1/payment_methods": (account, { params, fromBrowser }) =>
    createPaymentMethod(account, params, fromBrowser),
  "GET /v1/payment_methods": (account, { params }) => listOf(account, text(params, "customer"), params),
  "GET /v1/customers/:id/payment_methods": (account, { id, params }) =>
    listOf(account, livingCustomer(account, id).id, params),
  "GET /v1/payment_methods/:id": (account, { id }) => methodFor(account, id, "id"),
  "POST /v1/payment_methods/:id/attach": (account, { id, params }) => {
    const customer = livingCustomer(account, requiredText(params, "customer"), "customer");
    return attach(account, methodFor(account, id, "id"), customer.id);
  },
  "POST /v1/payment_methods/:id/detach": (account, { id }) => {
    const method = find(account.paymentMethods, "PaymentMethod", id);
    method.customer = null;
    record(account, "payment_method.detached", method);
    return method;
  },
};

/** A stored method, or a fresh one for Stripe's ready-made test ids such as `pm_card_visa`. */
export function methodFor(account: Account, id: string, param = "payment_method"): Stripe.PaymentMethod {
  const card = cardByToken(id);
  if (card !== undefined) return keep(account, cardMethod(account, card, { expMonth: 12, expYear: 2034 }));
  return find(account.paymentMethods, "PaymentMethod", id, param);
}

export function testCardOf(method: Stripe.PaymentMethod): TestCard | undefined {
  return cardsOfMethods.get(method);
}

export function attach(
  account: Account,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method;
  if (idOf(method.customer) !== null) {
    throw invalidRequest("The payment method you provided has already been attached to a customer.");
  }
  method.customer = customer;
  record(account, "payment_method.attached", method);
  return method;
}

/** Makes a method of `payment_method_data` or the like. Raw card numbers are taken from the browser only. */
export function createPaymentMethod(
  account: Account,
  params: Params,
  fromBrowser: boolean,
): Stripe.PaymentMethod {
  onlyKnown(params, ["type", "card", "cashapp", "billing_details", "metadata", "allow_redisplay"]);
  requiredText(params, "type");
  if (choice(params, "type", ["card", "cashapp"]) === "cashapp") {
    const cashapp = { buyer_id: newId("buyer"), cashtag: "$jenny" };
    return keep(account, { ...methodBase(account, params), type: "cashapp", cashapp });
  }
  const given = group(params, "card") ?? {};
  const token = text(given, "token");
  const card =
    token === undefined ? cardTyped(given, fromBrowser) : cardByToken(token.replace(/^tok_/, "pm_card_"));
  if (card === undefined) throw invalidRequest(`No such token: '${token}'`, { code: "resource_missing" });
  const expiry = {
    expMonth: wholeNumber(given, "exp_month") ?? 12,
    expYear: wholeNumber(given, "exp_year") ?? 2034,
  };
  return keep(account, cardMethod(account, card, expiry, params));
}

function cardTyped(given: Params, fromBrowser: boolean): TestCard {
  const number = requiredText(given, "number");
  if (!fromBrowser) {
    const message =
      "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.";
    throw new StripeFault(402, { type: "invalid_request_error", message });
  }
  const card = cardByNumber(number);
  if (card !== undefined) return card;
  const message = "Your card number is incorrect.";
  throw new StripeFault(402, { type: "card_error", code: "incorrect_number", message, param: "number" });
}

function methodBase(account: Account, params: Params) {
  const details = group(params, "billing_details") ?? {};
  const address = { city: null, country: "US", line1: null, line2: null, postal_code: null, state: null };
  return {
    id: newId("pm"),
    object: "payment_method" as const,
    allow_redisplay: "unspecified",
    billing_details: {
      address,
      email: text(details, "email") ?? null,
      name: text(details, "name") ?? null,
      phone: text(details, "phone") ?? null,
      tax_id: null,
    },
    created: account.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergedMetadata({}, params),
  };
}

function cardMethod(
  account: Account,
  card: TestCard,
  expiry: { expMonth: number; expYear: number },
  params: Params = {},
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    ...methodBase(account, params),
    type: "card",
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: expiry.expMonth,
      exp_year: expiry.expYear,
      fingerprint: Bun.hash(card.number).toString(36),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
  cardsOfMethods.set(method, card);
  return method;
}

function keep(account: Account, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  account.paymentMethods.set(method.id, method);
  return method;
}

function listOf(account: Account, customer: string | undefined, params: Params) {
  onlyKnown(params, [...LIST_PARAMS, "customer", "type"]);
  const type = text(params, "type");
  const chosen = [...account.paymentMethods.values()].filter(
    (method) => method.customer === (customer ?? null) && (type === undefined || method.type === type),
  );
  return page(chosen, "/v1/payment_methods", params);
}
