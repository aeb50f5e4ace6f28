import type Stripe from "stripe";
import { type Account, find, livingCustomer } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import { automaticTax, type Tax } from "./tax.ts";
import type { Invoice, InvoiceLine, Subscription, SubscriptionItem } from "./wire-shapes.ts";

export type BillingReason = "subscription_create" | "subscription_cycle";

/** A finalized, open invoice over the current period of a subscription, with tax when the subscription has it on. */
export function newInvoice(account: Account, subscription: Subscription, reason: BillingReason): Invoice {
  const id = newId("in");
  const now = account.clock.now();
  const customer = livingCustomer(account, String(subscription.customer));
  const lines = subscription.items.data.map((item) => lineOf(account, id, subscription, item));
  const subtotal = lines.reduce((all, line) => all + line.amount, 0);
  const inclusive = subscription.items.data.every((item) => item.price.tax_behavior === "inclusive");
  const tax = subscription.automatic_tax.enabled
    ? automaticTax(account, customer, subtotal, inclusive)
    : undefined;
  const added = tax === undefined || tax.inclusive ? 0 : tax.amount;
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, "0")}`;
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
  return {
    ...blankInvoice(id, now),
    amount_due: subtotal + added,
    amount_remaining: subtotal + added,
    automatic_tax: taxSwitch(tax),
    billing_reason: reason,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: "none",
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    subtotal,
    subtotal_excluding_tax: subtotal - (tax?.inclusive ? tax.amount : 0),
    total: subtotal + added,
    total_excluding_tax: subtotal - (tax?.inclusive ? tax.amount : 0),
    total_taxes: tax === undefined ? [] : [totalTax(tax)],
  };
}

/** The subscription that an invoice bills. */
export function subscriptionOf(account: Account, invoice: Invoice): Subscription {
  return find(
    account.subscriptions,
    "subscription",
    String(invoice.parent?.subscription_details?.subscription),
  );
}

function taxSwitch(tax: Tax | undefined): Stripe.Invoice.AutomaticTax {
  if (tax === undefined) {
    return { disabled_reason: null, enabled: false, liability: null, provider: null, status: null };
  }
  return {
    disabled_reason: null,
    enabled: true,
    liability: { type: "self" },
    provider: "stripe",
    status: "complete",
  };
}

function totalTax(tax: Tax): Stripe.Invoice.TotalTax {
  return {
    amount: tax.amount,
    tax_behavior: tax.inclusive ? "inclusive" : "exclusive",
    tax_rate_details: { tax_rate: newId("txr") },
    taxability_reason: tax.percent > 0 ? "standard_rated" : "not_collecting",
    taxable_amount: tax.taxable,
    type: "tax_rate_details",
  };
}

function lineOf(
  account: Account,
  invoice: string,
  subscription: Subscription,
  item: SubscriptionItem,
): InvoiceLine {
  const { price, quantity = 1 } = item;
  const amount = (price.unit_amount ?? 0) * quantity;
  const product = find(account.products, "product", String(price.product));
  return {
    id: newId("il"),
    object: "line_item",
    amount,
    currency: price.currency,
    description: `${quantity} × ${product.name} (at $${((price.unit_amount ?? 0) / 100).toFixed(2)} / ${price.recurring?.interval ?? "month"})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { end: item.current_period_end, start: item.current_period_start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: product.id },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal ?? "0",
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** What no invoice of this stand-in varies in. */
function blankInvoice(id: string, now: number) {
  return {
    id,
    object: "invoice" as const,
    account_country: "US",
    account_name: "Stand-in",
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatically_finalizes_at: null,
    collection_method: "charge_automatically",
    created: now,
    custom_fields: null,
    customer_account: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open" as Stripe.Invoice.Status,
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: now,
  };
}
