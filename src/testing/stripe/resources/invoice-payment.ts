import type Stripe from "stripe";
import { type Account, find } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import { idOf, newId } from "../protocol/ids.ts";
import { confirmIntent } from "./confirmation.ts";
import { record } from "./events.ts";
import { type BillingReason, newInvoice, subscriptionOf } from "./invoice-shape.ts";
import { cancelIntent } from "./payment-intent-cancel.ts";
import { methodTypesFor, newPaymentIntent } from "./payment-intent-shape.ts";
import { methodFor } from "./payment-methods.ts";
import type { Invoice, Subscription } from "./wire-shapes.ts";

/** Days until each further attempt after a failed renewal; after the last one the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7];

/** Bills the subscription's current period: an open invoice and the payment intent that pays it. */
export function openInvoice(account: Account, subscription: Subscription, reason: BillingReason): Invoice {
  const invoice = newInvoice(account, subscription, reason);
  account.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  record(account, "invoice.created", invoice);
  record(account, "invoice.finalized", invoice);
  if (invoice.total === 0) markPaid(account, invoice);
  else openPayment(account, subscription, invoice);
  return invoice;
}

/** Takes an open invoice's money from a method of the customer. Throws the bank's refusal. */
export function payInvoice(
  account: Account,
  invoice: Invoice,
  methodId: string | null,
  offSession: boolean,
): void {
  if (invoice.status !== "open") {
    throw invalidRequest(
      invoice.status === "paid" ? "Invoice is already paid" : `Invoice is ${invoice.status}.`,
    );
  }
  if (methodId === null) {
    const message =
      "There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method on the customer or invoice, or pass a payment method.";
    throw invalidRequest(message);
  }
  confirmIntent(account, intentOf(account, invoice), methodFor(account, methodId), { offSession });
}

/** Stripe looks for a method on the subscription first, then on the customer. */
export function defaultMethodOf(account: Account, subscription: Subscription): string | null {
  const customer = find(account.customers, "customer", String(subscription.customer));
  return idOf(subscription.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method);
}

/** What becomes of an invoice when its payment intent succeeded or failed; other intents change nothing. */
export function followPayment(account: Account, intent: Stripe.PaymentIntent): void {
  const payment = [...account.invoicePayments.values()].find(
    (one) => one.payment.payment_intent === intent.id,
  );
  if (payment === undefined) return;
  const invoice = find(account.invoices, "invoice", String(payment.invoice));
  if (intent.status === "succeeded") {
    payment.status = "paid";
    payment.amount_paid = intent.amount_received;
    payment.status_transitions.paid_at = account.clock.now();
    record(account, "invoice_payment.paid", payment);
    saveMethod(subscriptionOf(account, invoice), intent);
    markPaid(account, invoice);
  } else {
    markFailed(account, invoice);
  }
}

/** Gives up an open invoice and the payment intent that waited for it. */
export function voidInvoice(account: Account, invoice: Invoice): Invoice {
  if (invoice.status !== "open")
    throw invalidRequest("You can only pass in open invoices. This invoice isn't open.");
  invoice.status = "void";
  invoice.status_transitions.voided_at = account.clock.now();
  invoice.next_payment_attempt = null;
  cancelIntent(account, intentOf(account, invoice), "void_invoice");
  record(account, "invoice.voided", invoice);
  return invoice;
}

export function intentOf(account: Account, invoice: Invoice): Stripe.PaymentIntent {
  const payment = [...account.invoicePayments.values()].find((one) => one.invoice === invoice.id);
  return find(account.paymentIntents, "payment_intent", idOf(payment?.payment.payment_intent) ?? "");
}

function openPayment(account: Account, subscription: Subscription, invoice: Invoice): void {
  const settings = subscription.payment_settings;
  const methodTypes = methodTypesFor(invoice.currency, settings?.payment_method_types ?? undefined);
  const intent = newPaymentIntent(account, {
    amount: invoice.total,
    currency: invoice.currency,
    methodTypes,
  });
  intent.customer = idOf(subscription.customer);
  intent.description =
    invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update";
  if (settings?.save_default_payment_method === "on_subscription") intent.setup_future_usage = "off_session";
  account.paymentIntents.set(intent.id, intent);
  record(account, "payment_intent.created", intent);
  const payment: Stripe.InvoicePayment = {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.total,
    created: account.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  account.invoicePayments.set(payment.id, payment);
}

function saveMethod(subscription: Subscription, intent: Stripe.PaymentIntent): void {
  if (subscription.payment_settings?.save_default_payment_method !== "on_subscription") return;
  subscription.default_payment_method = idOf(intent.payment_method);
}

function markPaid(account: Account, invoice: Invoice): void {
  const subscription = subscriptionOf(account, invoice);
  const former = subscription.status;
  invoice.status = "paid";
  invoice.amount_paid = invoice.total;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = account.clock.now();
  record(account, "invoice.paid", invoice);
  record(account, "invoice.payment_succeeded", invoice);
  if (former !== "incomplete" && former !== "past_due") return;
  subscription.status = "active";
  record(account, "customer.subscription.updated", subscription, { status: former });
}

/** One more attempt that brought nothing: a renewal is tried again later, its subscription is past due. */
export function markFailed(account: Account, invoice: Invoice): void {
  const subscription = subscriptionOf(account, invoice);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (invoice.billing_reason === "subscription_cycle") {
    const days = RETRY_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = days === undefined ? null : account.clock.now() + days * 86_400;
  }
  record(account, "invoice.payment_failed", invoice);
  if (subscription.status !== "active") return;
  subscription.status = "past_due";
  record(account, "customer.subscription.updated", subscription, { status: "active" });
}
