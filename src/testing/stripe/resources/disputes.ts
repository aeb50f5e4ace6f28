import type Stripe from "stripe";
import { type Account, find } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import { idOf, newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { onlyKnown, text } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { record } from "./events.ts";

const DAYS_TO_ANSWER = 9;

export const disputeRoutes: Routes = {
  "GET /v1/disputes": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "charge", "payment_intent"]);
    const charge = text(params, "charge");
    const intent = text(params, "payment_intent");
    const chosen = [...account.disputes.values()].filter(
      (dispute) =>
        (charge === undefined || dispute.charge === charge) &&
        (intent === undefined || dispute.payment_intent === intent),
    );
    return page(chosen, "/v1/disputes", params);
  },
  "GET /v1/disputes/:id": (account, { id }) => find(account.disputes, "dispute", id),
  "POST /v1/disputes/:id/close": (account, { id }) =>
    closeDispute(account, find(account.disputes, "dispute", id), "lost"),
};

/** The card's owner asks the bank for the money back. */
export function openDispute(account: Account, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is already disputed.`);
  const now = account.clock.now();
  const dispute: Stripe.Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: now + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason,
    status: "needs_response",
  };
  charge.disputed = true;
  account.disputes.set(dispute.id, dispute);
  record(account, "charge.dispute.created", dispute);
  record(account, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function closeDispute(
  account: Account,
  dispute: Stripe.Dispute,
  outcome: "won" | "lost",
): Stripe.Dispute {
  if (dispute.status !== "needs_response") throw invalidRequest(`This dispute is already ${dispute.status}.`);
  dispute.status = outcome;
  if (outcome === "won") record(account, "charge.dispute.funds_reinstated", dispute);
  record(account, "charge.dispute.closed", dispute);
  return dispute;
}
