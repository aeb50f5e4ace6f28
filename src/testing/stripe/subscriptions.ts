import type {
  Account,
  Customer,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  Price,
  Subscription,
} from "./account.ts";
import { findPaymentMethod } from "./payment-methods.ts";
import { cancelPaymentIntent, confirmPaymentIntent, createPaymentIntent } from "./payments.ts";
import { listPending } from "./prorations.ts";
import { find, invalidRequest, newId, StripeError } from "./protocol.ts";
import { getItem, hasEnded } from "./subscription-items.ts";

const day = 86_400;
const firstPaymentDue = 23 * 3600;
/** Days until each retry after a failed renewal; after the last one, the subscription is canceled. */
const retryDays = [3, 5, 7];

type NewSubscription = {
  customer: Customer;
  price: Price;
  quantity: number;
  withTax: boolean;
  saveMethod: boolean;
  metadata: Record<string, string>;
};

/** Creates an incomplete subscription with an open invoice, which the browser pays. */
export function createSubscription(account: Account, given: NewSubscription): Subscription {
  const { customer, price, quantity, withTax, saveMethod, metadata } = given;
  if (withTax) checkLocation(customer);
  const base = account.base("sub", "subscription");
  const subscription: Subscription = {
    ...base,
    automatic_tax: { enabled: withTax },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
    currency: price.currency,
    customer: customer.id,
    default_payment_method: null,
    ended_at: null,
    items: {
      object: "list",
      data: [
        {
          id: newId("si"),
          object: "subscription_item",
          current_period_end: oneMonthAfter(base.created),
          current_period_start: base.created,
          price,
          quantity,
        },
      ],
    },
    latest_invoice: null,
    metadata,
    payment_settings: { save_default_payment_method: saveMethod ? "on_subscription" : "off" },
    status: "incomplete",
  };
  account.subscriptions.set(subscription.id, subscription);
  openInvoice(account, subscription, "subscription_create");
  account.record("customer.subscription.created", subscription);
  return subscription;
}

/** Ends a subscription immediately. One that was never paid becomes incomplete_expired, and its invoice void. */
export function cancelSubscription(
  account: Account,
  subscription: Subscription,
  reason = "cancellation_requested",
): Subscription {
  if (hasEnded(subscription)) {
    const details = { code: "resource_missing", param: "id" };
    throw invalidRequest(`No such subscription: '${subscription.id}'`, details, 404);
  }
  const wasPaid = subscription.status !== "incomplete";
  end(account, subscription, wasPaid ? "canceled" : "incomplete_expired", reason);
  if (!wasPaid) voidInvoice(account, subscription);
  account.record("customer.subscription.deleted", subscription);
  return subscription;
}

/**
 * Advances time and performs, in order, what is due: unpaid new subscriptions expire, periods end and are billed,
 * failed renewals are retried.
 */
export function advance(account: Account, seconds: number): void {
  const target = account.now() + seconds;
  for (;;) {
    const due = [...account.subscriptions.values()]
      .flatMap((subscription) => listDue(account, subscription))
      .filter(({ at }) => at <= target)
      .sort((one, other) => one.at - other.at)[0];
    account.advanceTo(due?.at ?? target);
    if (due === undefined) return;
    due.act();
  }
}

/** Updates an invoice after its payment has succeeded or failed. */
export function followPayment(account: Account, intent: PaymentIntent): void {
  const payment = [...account.invoicePayments.values()].find(
    (one) => one.payment.payment_intent === intent.id,
  );
  if (payment === undefined) return;
  const invoice = find(account.invoices, "invoice", String(payment.invoice));
  const subscription = findSubscription(account, invoice);
  if (intent.status !== "succeeded") {
    markFailed(account, invoice, subscription);
    return;
  }
  Object.assign(payment, { status: "paid", amount_paid: intent.amount_received });
  account.record("invoice_payment.paid", payment);
  if (subscription.payment_settings.save_default_payment_method === "on_subscription") {
    subscription.default_payment_method = intent.payment_method;
  }
  invoice.attempt_count += 1;
  settleInvoice(account, invoice);
  changeStatus(account, subscription, ["incomplete", "past_due"], "active");
}

/** One with nothing to pay is paid without a payment. */
function settleInvoice(account: Account, invoice: Invoice): void {
  const paid = { amount_paid: invoice.amount_due, amount_remaining: 0, next_payment_attempt: null };
  invoice.status_transitions.paid_at = account.now();
  Object.assign(invoice, { status: "paid", ...paid });
  account.record("invoice.paid", invoice);
  account.record("invoice.payment_succeeded", invoice);
}

export function findSubscription(account: Account, { parent }: Invoice): Subscription {
  return find(account.subscriptions, "subscription", String(parent?.subscription_details?.subscription));
}

/** Fields of an invoice that are only returned if `expand` names them. */
export function expandInvoice(account: Account, invoice: Invoice, field: string): unknown {
  const payments = [...account.invoicePayments.values()].filter((one) => one.invoice === invoice.id);
  if (field === "payments") return { object: "list", data: payments, has_more: false };
  if (field !== "confirmation_secret") return undefined;
  if (invoice.status !== "open") return null;
  return { client_secret: buildIntent(account, invoice).client_secret, type: "payment_intent" };
}

function openInvoice(
  account: Account,
  subscription: Subscription,
  reason: "subscription_create" | "subscription_cycle",
): void {
  const { currency, customer } = subscription;
  const invoice: Invoice = { ...account.base("in", "invoice"), ...billNext(account, subscription, reason) };
  const { amount_due: due } = invoice;
  const finalized = {
    status: "open" as const,
    hosted_invoice_url: account.publicPage("invoice", invoice.id),
  };
  Object.assign(invoice, finalized);
  invoice.status_transitions.finalized_at = account.now();
  account.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  for (const item of listPending(account, subscription)) item.invoice = invoice.id;
  find(account.customers, "customer", customer).balance = invoice.ending_balance ?? 0;
  account.record("invoice.created", invoice);
  account.record("invoice.finalized", invoice);
  if (due === 0) {
    settleInvoice(account, invoice);
    return;
  }
  const saveMethod = subscription.payment_settings.save_default_payment_method === "on_subscription";
  const intent = createPaymentIntent(account, { amount: due, currency, customer, saveMethod });
  const payment: InvoicePayment = {
    ...account.base("inpay", "invoice_payment"),
    amount_paid: null,
    amount_requested: due,
    currency,
    invoice: invoice.id,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
  };
  account.invoicePayments.set(payment.id, payment);
}

/** The invoice of the next period if nothing changes. Throws if there is no next period. */
export function previewInvoice(account: Account, subscription: Subscription): object {
  if (hasEnded(subscription) || subscription.cancel_at_period_end) {
    const message = "No upcoming invoices for customer";
    throw invalidRequest(message, { code: "invoice_upcoming_none" }, 404);
  }
  const { current_period_end } = getItem(subscription);
  return {
    ...account.base("upcoming_in", "invoice"),
    ...billNext(account, subscription, "upcoming"),
    created: current_period_end,
    next_payment_attempt: current_period_end + 3600,
  };
}

/** The smallest charge, in cents; a smaller amount is added to the next invoice. */
const minCharge = 50;

/** A draft invoice for one period and what is pending. Credit that is left is taken off the next one. */
function billNext(
  account: Account,
  subscription: Subscription,
  reason: NonNullable<Invoice["billing_reason"]>,
): Omit<Invoice, "id" | "object" | "created" | "livemode"> {
  const { currency, customer, metadata } = subscription;
  const { price, quantity } = getItem(subscription);
  const pending = listPending(account, subscription).reduce((sum, { amount }) => sum + amount, 0);
  // After a canceled subscription there is no next period.
  const period = subscription.cancel_at_period_end ? 0 : (price.unit_amount ?? 0) * (quantity ?? 1);
  const subtotal = period + pending;
  const tax = taxOn(account, subscription, subtotal);
  const total = subtotal + tax;
  const { balance } = find(account.customers, "customer", customer);
  const owed = total + balance;
  const due = owed < minCharge ? 0 : owed;
  return {
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    automatic_tax: subscription.automatic_tax,
    billing_reason: reason,
    currency,
    customer,
    ending_balance: owed - due,
    hosted_invoice_url: null,
    next_payment_attempt: null,
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
    },
    starting_balance: balance,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes:
      tax === 0
        ? []
        : [
            {
              amount: tax,
              tax_behavior: "exclusive",
              tax_rate_details: { tax_rate: salesTax.id },
              taxability_reason: "standard_rated",
              taxable_amount: subtotal,
              type: "tax_rate_details",
            },
          ],
  };
}

/** The rate that automatic tax applies. */
export const salesTax = { id: "txr_automatic", object: "tax_rate", display_name: "Sales Tax" } as const;

/** The tax added to the price. */
function taxOn(account: Account, subscription: Subscription, cents: number): number {
  if (!subscription.automatic_tax.enabled) return 0;
  const { address } = find(account.customers, "customer", subscription.customer);
  const isCollected = (address?.country ?? "US") === "US";
  return isCollected ? Math.round((cents * account.taxPercent) / 100) : 0;
}

/** A country is enough, except in the United States, where a postal code is required; an IP address also works. */
function checkLocation({ address, tax }: Customer): void {
  if (tax?.ip_address || (address?.country && (address.country !== "US" || address.postal_code))) return;
  const message =
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.";
  throw invalidRequest(message, { code: "customer_tax_location_invalid", param: "automatic_tax" });
}

function listDue(account: Account, subscription: Subscription): { at: number; act: () => void }[] {
  if (hasEnded(subscription)) return [];
  if (subscription.status === "incomplete") {
    return [{ at: subscription.created + firstPaymentDue, act: () => expire(account, subscription) }];
  }
  const { status, next_payment_attempt: retry } = latestInvoice(account, subscription);
  const renewal = {
    at: getItem(subscription).current_period_end,
    act: () => endPeriod(account, subscription),
  };
  if (status !== "open" || retry === null) return [renewal];
  return [renewal, { at: retry, act: () => collect(account, subscription) }];
}

function expire(account: Account, subscription: Subscription): void {
  const before = { ...subscription };
  end(account, subscription, "incomplete_expired", null);
  voidInvoice(account, subscription);
  account.recordChange("customer.subscription.updated", subscription, before);
}

function endPeriod(account: Account, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    collectPending(account, subscription);
    cancelSubscription(account, subscription);
    return;
  }
  const before = structuredClone(subscription);
  const period = getItem(subscription);
  period.current_period_start = period.current_period_end;
  period.current_period_end = oneMonthAfter(period.current_period_start);
  openInvoice(account, subscription, "subscription_cycle");
  account.recordChange("customer.subscription.updated", subscription, before);
  collect(account, subscription);
}

/** Prorations that are pending at the end of a canceled subscription are charged, or kept as the customer's credit. */
function collectPending(account: Account, subscription: Subscription): void {
  if (listPending(account, subscription).length === 0) return;
  openInvoice(account, subscription, "subscription_cycle");
  collect(account, subscription);
}

/** Charges the saved method. A decline is stored in the invoice and sent as events; no caller waits for it. */
function collect(account: Account, subscription: Subscription): void {
  const invoice = latestInvoice(account, subscription);
  if (invoice.status !== "open") return;
  const method = subscription.default_payment_method;
  try {
    if (method === null) markFailed(account, invoice, subscription);
    else {
      const intent = buildIntent(account, invoice);
      confirmPaymentIntent(account, intent, findPaymentMethod(account, method), { offSession: true });
    }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
  if (invoice.status === "open" && invoice.attempt_count > retryDays.length) {
    cancelSubscription(account, subscription, "payment_failed");
  }
}

function markFailed(account: Account, invoice: Invoice, subscription: Subscription): void {
  const days = invoice.billing_reason === "subscription_cycle" ? retryDays[invoice.attempt_count] : undefined;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = days === undefined ? null : account.now() + days * day;
  account.record("invoice.payment_failed", invoice);
  changeStatus(account, subscription, ["active"], "past_due");
}

function changeStatus(account: Account, subscription: Subscription, from: string[], to: string): void {
  const before = { status: subscription.status };
  if (!from.includes(before.status)) return;
  Object.assign(subscription, { status: to });
  account.record("customer.subscription.updated", subscription, before);
}

function end(account: Account, subscription: Subscription, status: string, reason: string | null): void {
  const now = account.now();
  const canceled_at = subscription.canceled_at ?? now;
  Object.assign(subscription, { status, canceled_at, ended_at: now, cancellation_details: { reason } });
}

function voidInvoice(account: Account, subscription: Subscription): void {
  const invoice = latestInvoice(account, subscription);
  if (invoice.status !== "open") return;
  invoice.status = "void";
  invoice.status_transitions.voided_at = account.now();
  cancelPaymentIntent(account, buildIntent(account, invoice), "void_invoice");
  account.record("invoice.voided", invoice);
}

function latestInvoice(account: Account, subscription: Subscription): Invoice {
  return find(account.invoices, "invoice", subscription.latest_invoice ?? "");
}

function buildIntent(account: Account, invoice: Invoice): PaymentIntent {
  const payment = [...account.invoicePayments.values()].find((one) => one.invoice === invoice.id);
  return find(account.paymentIntents, "payment_intent", String(payment?.payment.payment_intent));
}

/** The same day of the next month, or its last day. */
function oneMonthAfter(second: number): number {
  const start = new Date(second * 1000);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + 1);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return Math.floor(end.getTime() / 1000);
}
