import { type Account, find } from "../account.ts";
import { StripeFault } from "../protocol/faults.ts";
import { idOf } from "../protocol/ids.ts";
import { changedFields, record } from "./events.ts";
import { defaultMethodOf, markFailed, openInvoice, payInvoice } from "./invoice-payment.ts";
import { cancelSubscription, expireSubscription, hasEnded } from "./subscription-end.ts";
import { periodEnd } from "./subscription-shape.ts";
import type { Subscription } from "./wire-shapes.ts";

const SECONDS_TO_PAY_FIRST = 23 * 3600;

/**
 * Lets time pass and does, in order, what falls due: subscriptions never paid for expire, periods end and are
 * billed, failed renewals are tried again. Renewals are billed at once; Stripe waits about an hour.
 */
export function advance(account: Account, seconds: number): void {
  const target = account.clock.now() + seconds;
  for (let due = earliestDue(account, target); due !== undefined; due = earliestDue(account, target)) {
    account.clock.advanceTo(due.at);
    due.act();
  }
  account.clock.advanceTo(target);
}

type Due = { at: number; act: () => void };

function earliestDue(account: Account, target: number): Due | undefined {
  const dues = [...account.subscriptions.values()].flatMap((subscription) => duesOf(account, subscription));
  return dues.filter((due) => due.at <= target).sort((a, b) => a.at - b.at)[0];
}

function duesOf(account: Account, subscription: Subscription): Due[] {
  if (hasEnded(subscription)) return [];
  if (subscription.status === "incomplete") {
    const at = subscription.created + SECONDS_TO_PAY_FIRST;
    return [{ at, act: () => expireSubscription(account, subscription) }];
  }
  const end = subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY;
  const invoice = account.invoices.get(idOf(subscription.latest_invoice) ?? "");
  const retry = invoice?.status === "open" ? invoice.next_payment_attempt : null;
  const renewal = { at: end, act: () => endPeriod(account, subscription) };
  return retry === null ? [renewal] : [renewal, { at: retry, act: () => tryAgain(account, subscription) }];
}

function endPeriod(account: Account, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    cancelSubscription(account, subscription);
    return;
  }
  const before = structuredClone(subscription);
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = periodEnd(item.current_period_start, item.price.recurring);
  }
  const invoice = openInvoice(account, subscription, "subscription_cycle");
  record(account, "customer.subscription.updated", subscription, changedFields(before, subscription));
  if (invoice.status === "open") collect(account, subscription);
}

function tryAgain(account: Account, subscription: Subscription): void {
  collect(account, subscription);
  const invoice = find(account.invoices, "invoice", idOf(subscription.latest_invoice) ?? "");
  if (invoice.status === "open" && invoice.next_payment_attempt === null) {
    cancelSubscription(account, subscription, "payment_failed");
  }
}

/** The bank's refusal is already on the invoice and in the events; there is no caller to tell. */
function collect(account: Account, subscription: Subscription): void {
  const invoice = find(account.invoices, "invoice", idOf(subscription.latest_invoice) ?? "");
  const method = defaultMethodOf(account, subscription);
  if (method === null) {
    markFailed(account, invoice);
    return;
  }
  try {
    payInvoice(account, invoice, method, true);
  } catch (fault) {
    if (!(fault instanceof StripeFault)) throw fault;
  }
}
