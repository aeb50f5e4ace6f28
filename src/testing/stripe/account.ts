import Stripe from "stripe";
import { newId } from "./protocol.ts";

/** The API version of the fake: the one that the installed client pins. */
export const apiVersion = Stripe.API_VERSION;

/** References are IDs here; `expand` replaces them in answers. */
type Unexpanded<T> = {
  [K in keyof T]: string extends T[K] ? Extract<T[K], string | null | undefined> : T[K];
};
/** The fields of Stripe's object that the fake stores, with Stripe's names and types. */
type Kept<T, K extends keyof T> = Unexpanded<Pick<T, K>>;

type Base = "id" | "object" | "created" | "livemode";
export type Customer = Kept<
  Stripe.Customer,
  Base | "address" | "balance" | "email" | "metadata" | "name" | "tax"
>;
export type PaymentMethod = Kept<Stripe.PaymentMethod, Base | "customer" | "type">;
export type PaymentIntent = Kept<
  Stripe.PaymentIntent,
  | (Base | "amount" | "amount_received" | "canceled_at" | "cancellation_reason" | "client_secret")
  | ("currency" | "customer" | "description" | "last_payment_error" | "latest_charge" | "metadata")
  | ("next_action" | "payment_method" | "payment_method_types" | "setup_future_usage" | "status")
>;
export type Charge = Kept<
  Stripe.Charge,
  | (Base | "amount" | "amount_refunded" | "currency" | "customer" | "disputed" | "failure_code")
  | ("failure_message" | "metadata" | "paid" | "payment_intent" | "payment_method" | "receipt_url")
  | ("refunded" | "status")
>;
export type Refund = Kept<
  Stripe.Refund,
  "id" | "object" | "created" | "amount" | "charge" | "currency" | "payment_intent" | "status"
>;
export type Dispute = Kept<
  Stripe.Dispute,
  Base | "amount" | "charge" | "currency" | "payment_intent" | "reason" | "status"
>;
export type Product = Kept<Stripe.Product, Base | "active" | "name">;
export type Price = Kept<
  Stripe.Price,
  | Base
  | "active"
  | "currency"
  | "lookup_key"
  | "product"
  | "recurring"
  | "tax_behavior"
  | "type"
  | "unit_amount"
>;
type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  "id" | "object" | "current_period_end" | "current_period_start" | "quantity"
> & { price: Price };
export type Subscription = Kept<
  Stripe.Subscription,
  | (Base | "cancel_at" | "cancel_at_period_end" | "canceled_at" | "currency" | "customer" | "metadata")
  | ("default_payment_method" | "ended_at" | "latest_invoice" | "status")
> & {
  automatic_tax: Pick<Stripe.Subscription.AutomaticTax, "enabled">;
  cancellation_details: { reason: string | null };
  items: { object: "list"; data: SubscriptionItem[] };
  payment_settings: { save_default_payment_method: "off" | "on_subscription" };
};
export type Invoice = Kept<
  Stripe.Invoice,
  | (Base | "amount_due" | "amount_paid" | "amount_remaining" | "attempt_count" | "billing_reason")
  | ("currency" | "customer" | "hosted_invoice_url" | "next_payment_attempt" | "parent" | "status")
  | ("ending_balance" | "starting_balance" | "status_transitions" | "subtotal" | "total")
  | ("total_excluding_tax" | "total_taxes")
> & { automatic_tax: Pick<Stripe.Invoice.AutomaticTax, "enabled"> };
export type InvoiceItem = Kept<
  Stripe.InvoiceItem,
  | ("id" | "object" | "amount" | "currency" | "customer" | "date" | "description" | "invoice" | "livemode")
  | ("parent" | "period" | "proration" | "quantity")
>;
export type InvoicePayment = Kept<
  Stripe.InvoicePayment,
  Base | "amount_paid" | "amount_requested" | "currency" | "invoice" | "payment" | "status"
>;

/** The complete state of one Stripe account. */
export class Account {
  /** The rate that automatic tax adds in the United States; elsewhere no tax is added. */
  taxPercent = 8.25;
  /** Whether confirmed payments stay `processing` until a test settles them. */
  holdSettlement = false;
  /** The API call being answered; null for events caused by time, the bank or the merchant. */
  request: { id: string; idempotency_key: string | null } | null = null;
  /** Called after a payment has succeeded or failed, so that its invoice can follow. */
  onPayment: (intent: PaymentIntent) => void = () => {};
  onEvent: (event: Stripe.Event) => void = () => {};
  readonly events: Stripe.Event[] = [];
  readonly charges = new Map<string, Charge>();
  readonly customers = new Map<string, Customer>();
  readonly disputes = new Map<string, Dispute>();
  readonly invoiceItems = new Map<string, InvoiceItem>();
  readonly invoicePayments = new Map<string, InvoicePayment>();
  readonly invoices = new Map<string, Invoice>();
  readonly paymentIntents = new Map<string, PaymentIntent>();
  readonly paymentMethods = new Map<string, PaymentMethod>();
  readonly prices = new Map<string, Price>();
  readonly products = new Map<string, Product>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly #dashboardId = newId("acct", 16);
  #aheadSeconds = 0;

  /** Real time plus the time that tests have skipped, in whole seconds since 1970. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.#aheadSeconds;
  }

  /** Never decreases. */
  advanceTo(second: number): void {
    this.#aheadSeconds += Math.max(0, second - this.now());
  }

  /** The object that replaces this ID in an answer. */
  findById(id: string): object | undefined {
    const { charges, customers, invoices, paymentIntents, paymentMethods, products, subscriptions } = this;
    const all = [charges, customers, invoices, paymentIntents, paymentMethods, products, subscriptions];
    return all.find((objects) => objects.has(id))?.get(id);
  }

  /** The fields that all objects have. */
  base<T extends string>(prefix: string, object: T) {
    return { id: newId(prefix), object, created: this.now(), livemode: false };
  }

  /** Stripe's public page about an object. */
  publicPage(kind: "payment" | "invoice", id: string): string {
    const token = Buffer.from(`${this.#dashboardId},${id}`).toString("base64url");
    if (kind === "payment") return `https://pay.stripe.com/receipts/payment/${token}`;
    return `https://invoice.stripe.com/i/${this.#dashboardId}/test_${token}?s=ap`;
  }

  /** Records an event, with a copy of the object and the previous values of changed fields. */
  record(type: string, object: object, previous?: object): void {
    const data = { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) };
    const event = {
      ...this.base("evt", "event"),
      api_version: apiVersion,
      data,
      pending_webhooks: 1,
      request: this.request,
      type,
    } as unknown as Stripe.Event;
    this.events.push(event);
    this.onEvent(event);
  }

  /** Like `record`, for an object whose previous state is `before`. */
  recordChange(type: string, object: object, before: object): void {
    const now = new Map<string, unknown>(Object.entries(object));
    const changed = Object.entries(before).filter(([name, value]) => !Bun.deepEquals(value, now.get(name)));
    this.record(type, object, Object.fromEntries(changed));
  }
}
