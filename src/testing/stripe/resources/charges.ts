import type Stripe from "stripe";
import { type Account, find } from "../account.ts";
import { idOf, newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { onlyKnown, text } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { record } from "./events.ts";
import type { Decline } from "./test-cards.ts";

export const chargeRoutes: Routes = {
  "GET /v1/charges/:id": (account, { id }) => find(account.charges, "charge", id),
  "GET /v1/charges": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "payment_intent", "customer"]);
    const intent = text(params, "payment_intent");
    const customer = text(params, "customer");
    const chosen = [...account.charges.values()].filter(
      (charge) =>
        (intent === undefined || charge.payment_intent === intent) &&
        (customer === undefined || charge.customer === customer),
    );
    return page(chosen, "/v1/charges", params);
  },
};

/** Records one attempt to take the intent's amount, successful unless the bank's refusal is given. */
export function newCharge(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline?: Decline,
): Stripe.Charge {
  const paid = decline === undefined;
  const id = newId(method.type === "card" ? "ch" : "py");
  const charge: Stripe.Charge = {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId("txn") : null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: "STAND-IN",
    captured: paid,
    created: account.clock.now(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: paid ? `https://pay.stripe.com/receipts/payment/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
  account.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  record(account, paid ? "charge.succeeded" : "charge.failed", charge);
  return charge;
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? "try_again_later" : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? "declined_by_network" : "approved_by_network",
    reason: decline?.decline_code ?? null,
    risk_level: "normal",
    seller_message: decline
      ? "The bank did not return any further details with this decline."
      : "Payment complete.",
    type: decline ? "issuer_declined" : "authorized",
  };
}

function detailsOf(method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  if (method.card === undefined) {
    const buyer = method.cashapp ?? { buyer_id: null, cashtag: null };
    return { type: "cashapp", cashapp: { ...buyer, transaction_id: newId("cash") } };
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  return {
    type: "card",
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint: fingerprint ?? null,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
