import { type Account, find } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import { idOf } from "../protocol/ids.ts";
import { record } from "./events.ts";
import { voidInvoice } from "./invoice-payment.ts";
import type { Subscription } from "./wire-shapes.ts";

const ENDED = ["canceled", "incomplete_expired"];

export function hasEnded(subscription: Subscription): boolean {
  return ENDED.includes(subscription.status);
}

type Reason = "cancellation_requested" | "payment_failed";

/** Ends a subscription now. One that was never paid for becomes incomplete_expired and its invoice void. */
export function cancelSubscription(
  account: Account,
  subscription: Subscription,
  reason: Reason = "cancellation_requested",
): Subscription {
  if (hasEnded(subscription)) {
    const message = `No such subscription: '${subscription.id}'`;
    throw invalidRequest(message, { code: "resource_missing", param: "id", status: 404 });
  }
  const neverPaid = subscription.status === "incomplete";
  end(account, subscription, neverPaid ? "incomplete_expired" : "canceled", reason);
  if (neverPaid) giveUpInvoice(account, subscription);
  record(account, "customer.subscription.deleted", subscription);
  return subscription;
}

/** What happens 23 hours after a first payment that never came. */
export function expireSubscription(account: Account, subscription: Subscription): void {
  end(account, subscription, "incomplete_expired", null);
  giveUpInvoice(account, subscription);
  record(account, "customer.subscription.updated", subscription, { status: "incomplete" });
}

function end(account: Account, subscription: Subscription, status: string, reason: Reason | null): void {
  const now = account.clock.now();
  subscription.status = status;
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
}

function giveUpInvoice(account: Account, subscription: Subscription): void {
  const invoice = find(account.invoices, "invoice", idOf(subscription.latest_invoice) ?? "");
  if (invoice.status === "open") voidInvoice(account, invoice);
}
