import type Stripe from "stripe";
import { Clock } from "./protocol/clock.ts";
import { noSuch } from "./protocol/faults.ts";
import type { Invoice, Price, Subscription } from "./resources/wire-shapes.ts";

/** Everything that one pretended Stripe account knows. All references in it are ids; `expand` widens them. */
export type Account = {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly clock: Clock;
  /** What automatic tax adds in the United States; every other country is not collected for. */
  taxPercent: number;
  /** Whether a confirmed payment succeeds at once or stays `processing` until a test settles it. */
  settlement: "at once" | "when told";
  /** The API call being answered, named by the events it causes; null for what time or the bank does. */
  request: { id: string; idempotency_key: string | null } | null;
  /** Told of every event, in the order in which they happen. */
  onEvent: (event: Stripe.Event) => void;
  /** Told when a payment has succeeded or failed, so that an invoice waiting for it can follow. */
  onPayment: (intent: Stripe.PaymentIntent) => void;
  readonly charges: Map<string, Stripe.Charge>;
  readonly customers: Map<string, Stripe.Customer>;
  readonly deletedCustomers: Set<string>;
  readonly disputes: Map<string, Stripe.Dispute>;
  readonly events: Map<string, Stripe.Event>;
  readonly invoicePayments: Map<string, Stripe.InvoicePayment>;
  readonly invoices: Map<string, Invoice>;
  readonly paymentIntents: Map<string, Stripe.PaymentIntent>;
  readonly paymentMethods: Map<string, Stripe.PaymentMethod>;
  readonly prices: Map<string, Price>;
  readonly products: Map<string, Stripe.Product>;
  readonly refunds: Map<string, Stripe.Refund>;
  readonly subscriptions: Map<string, Subscription>;
};

export function openAccount(keys: { secretKey: string; publishableKey: string }): Account {
  return {
    ...keys,
    clock: new Clock(),
    taxPercent: 8.25,
    settlement: "at once",
    request: null,
    onEvent: () => {},
    onPayment: () => {},
    charges: new Map(),
    customers: new Map(),
    deletedCustomers: new Set(),
    disputes: new Map(),
    events: new Map(),
    invoicePayments: new Map(),
    invoices: new Map(),
    paymentIntents: new Map(),
    paymentMethods: new Map(),
    prices: new Map(),
    products: new Map(),
    refunds: new Map(),
    subscriptions: new Map(),
  };
}

/** The object, or Stripe's "No such …" fault naming the parameter that held the id. */
export function find<T>(objects: ReadonlyMap<string, T>, kind: string, id: string, param?: string): T {
  const found = objects.get(id);
  if (found === undefined) throw noSuch(kind, id, param);
  return found;
}

/** The customer, or the fault that Stripe gives for an unknown or deleted one. */
export function livingCustomer(account: Account, id: string, param?: string): Stripe.Customer {
  return find(account.customers, "customer", id, param);
}
