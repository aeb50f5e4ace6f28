import type Stripe from "stripe";
import { type Account, find } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import type { Params } from "../protocol/form.ts";
import { idOf, newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { mergedMetadata } from "../protocol/metadata.ts";
import { choice, onlyKnown, text, wholeNumber } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { record } from "./events.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;

export const refundRoutes: Routes = {
  "POST /v1/refunds": (account, { params }) => createRefund(account, params),
  "GET /v1/refunds": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "charge", "payment_intent"]);
    const charge = text(params, "charge");
    const intent = text(params, "payment_intent");
    const chosen = [...account.refunds.values()].filter(
      (refund) =>
        (charge === undefined || refund.charge === charge) &&
        (intent === undefined || refund.payment_intent === intent),
    );
    return page(chosen, "/v1/refunds", params);
  },
  "GET /v1/refunds/:id": (account, { id }) => find(account.refunds, "refund", id),
  "POST /v1/refunds/:id": (account, { id, params }) => {
    onlyKnown(params, ["metadata"]);
    const refund = find(account.refunds, "refund", id);
    refund.metadata = mergedMetadata(refund.metadata ?? {}, params);
    record(account, "refund.updated", refund);
    return refund;
  },
};

/** Gives back all or a part (cents) of what a charge or payment intent took. */
export function createRefund(account: Account, params: Params): Stripe.Refund {
  onlyKnown(params, ["charge", "payment_intent", "amount", "reason", "metadata"]);
  const charge = chargeOf(account, params);
  const amount = amountOf(charge, wholeNumber(params, "amount"));
  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: account.clock.now(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      type: "card",
      card: { type: "refund", reference_status: "pending", reference_type: "acquirer_reference_number" },
    },
    metadata: mergedMetadata({}, params),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: choice(params, "reason", REASONS) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  account.refunds.set(refund.id, refund);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  record(account, "refund.created", refund);
  record(account, "charge.refunded", charge, previous);
  return refund;
}

function chargeOf(account: Account, params: Params): Stripe.Charge {
  const id = text(params, "charge");
  if (id !== undefined) return find(account.charges, "charge", id, "charge");
  const intentId = text(params, "payment_intent");
  if (intentId === undefined) {
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
      {
        code: "parameter_missing",
      },
    );
  }
  const intent = find(account.paymentIntents, "payment_intent", intentId, "payment_intent");
  if (intent.status === "succeeded") return find(account.charges, "charge", idOf(intent.latest_charge) ?? "");
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw invalidRequest(message, { param: "payment_intent" });
}

function amountOf(charge: Stripe.Charge, asked: number | undefined): number {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} has not been paid.`);
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  if (charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  const amount = asked ?? left;
  if (amount >= 1 && amount <= left) return amount;
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
  throw invalidRequest(message, { param: "amount" });
}
