import { z } from "zod";
import type { Account, Customer, PaymentIntent, Price } from "./account.ts";
import { attach, createPaymentMethod, findPaymentMethod, paymentMethodData } from "./payment-methods.ts";
import {
  cancelPaymentIntent,
  changeAmount,
  confirmPaymentIntent,
  createPaymentIntent,
  finishAction,
} from "./payments.ts";
import { changeQuantity } from "./prorations.ts";
import {
  find,
  flag,
  invalidRequest,
  listPage,
  listParams,
  mergeMetadata,
  metadata,
  type Params,
  readParams,
  text,
  wholeNumber,
} from "./protocol.ts";
import { getItem, hasEnded } from "./subscription-items.ts";
import {
  cancelSubscription,
  createSubscription,
  findSubscription,
  previewInvoice,
  salesTax,
} from "./subscriptions.ts";

type Call<T> = { account: Account; id: string; params: T; fromBrowser: boolean };
export type Route = { pattern: RegExp; answer: (call: Call<Params>) => object };

/** A call with its method and path, and the schema of its parameters; any others are rejected. */
function route<T>(name: string, schema: z.ZodType<T>, answer: (call: Call<T>) => object): Route {
  return {
    pattern: new RegExp(`^${name.replace(":id", "([^/]+)")}$`),
    answer: (call) => answer({ ...call, params: readParams(schema, call.params) }),
  };
}

const none = z.strictObject({});

const customerParams = z.strictObject({
  address: z
    .strictObject({ country: text, postal_code: text.optional() })
    .transform(({ country, postal_code }) => ({
      city: null,
      country,
      line1: null,
      line2: null,
      postal_code: postal_code ?? null,
      state: null,
    }))
    .optional(),
  email: text.regex(/^[^@\s]+@[^@\s]+$/).optional(),
  metadata: metadata.optional(),
  name: text.optional(),
  tax: z
    .strictObject({ ip_address: text })
    .transform(({ ip_address }) => ({
      automatic_tax: "supported",
      ip_address,
      location: null,
      provider: "stripe" as const,
    }))
    .optional(),
});

const customers = [
  route("POST /v1/customers", customerParams, ({ account, params }) => {
    const customer: Customer = {
      ...account.base("cus", "customer"),
      address: null,
      balance: 0,
      email: null,
      name: null,
      ...params,
      metadata: mergeMetadata({}, params.metadata),
    };
    account.customers.set(customer.id, customer);
    account.record("customer.created", customer);
    return customer;
  }),
  route("POST /v1/customers/:id", customerParams, ({ account, id, params }) => {
    const customer = find(account.customers, "customer", id);
    const before = { ...customer };
    Object.assign(customer, params, { metadata: mergeMetadata(customer.metadata, params.metadata) });
    account.recordChange("customer.updated", customer, before);
    return customer;
  }),
  route(
    "POST /v1/payment_methods/:id/attach",
    z.strictObject({ customer: text }),
    ({ account, id, params }) => {
      const customer = find(account.customers, "customer", params.customer, "customer");
      return attach(account, findPaymentMethod(account, id), customer.id);
    },
  ),
];

const productParams = z.strictObject({ name: text });

const prices = [
  route("POST /v1/products", productParams, ({ account, params }) => createProduct(account, params.name)),
  route(
    "POST /v1/prices",
    z.strictObject({
      currency: text,
      unit_amount: wholeNumber,
      product_data: productParams,
      recurring: z.strictObject({ interval: z.literal("month") }),
      lookup_key: text.optional(),
      tax_behavior: z.literal("exclusive").optional(),
    }),
    ({ account, params: { product_data, lookup_key, tax_behavior, currency, unit_amount } }) => {
      const recurring = {
        interval: "month",
        interval_count: 1,
        meter: null,
        usage_type: "licensed",
      } as const;
      const price: Price = {
        ...account.base("price", "price"),
        active: true,
        currency,
        unit_amount,
        type: "recurring",
        lookup_key: lookup_key ?? null,
        product: createProduct(account, product_data.name).id,
        recurring: { ...recurring, trial_period_days: null },
        tax_behavior: tax_behavior ?? "unspecified",
      };
      account.prices.set(price.id, price);
      account.record("price.created", price);
      return price;
    },
  ),
  route(
    "GET /v1/prices",
    z.strictObject({ ...listParams, active: flag.optional(), lookup_keys: z.array(text).optional() }),
    ({ account, params: { active, lookup_keys: keys, limit } }) => {
      const found = [...account.prices.values()]
        .filter((price) => active === undefined || price.active === active)
        .filter((price) => keys === undefined || keys.includes(price.lookup_key ?? ""));
      return listPage(found, "/v1/prices", limit);
    },
  ),
];

function createProduct(account: Account, name: string) {
  const product = { ...account.base("prod", "product"), active: true, name };
  account.products.set(product.id, product);
  account.record("product.created", product);
  return product;
}

/** A browser may access an intent only with its client secret. */
const browserParams = { client_secret: text.optional(), key: text.optional() };

const paymentIntents = [
  route(
    "POST /v1/payment_intents",
    z.strictObject({
      amount: wholeNumber,
      currency: text,
      allowed_payment_method_types: z.array(text).optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    }),
    ({ account, params }) =>
      createPaymentIntent(account, {
        ...params,
        allowedTypes: params.allowed_payment_method_types,
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
  route("GET /v1/payment_intents/:id", z.strictObject(browserParams), (call) => show(call, findIntent(call))),
  route(
    "POST /v1/payment_intents/:id",
    z.strictObject({ amount: wholeNumber.optional(), metadata: metadata.optional() }),
    ({ account, id, params: { amount, metadata } }) => {
      const intent = find(account.paymentIntents, "payment_intent", id);
      if (amount !== undefined) changeAmount(intent, amount);
      intent.metadata = mergeMetadata(intent.metadata, metadata);
      return intent;
    },
  ),
  route(
    "POST /v1/payment_intents/:id/confirm",
    z.strictObject({
      ...browserParams,
      payment_method: text.optional(),
      payment_method_data: paymentMethodData.optional(),
      return_url: text.optional(),
      use_stripe_sdk: flag.optional(),
    }),
    (call) => {
      const { account, params } = call;
      const intent = findIntent(call);
      const data = params.payment_method_data;
      if (data?.type === "card" && !call.fromBrowser) {
        throw invalidRequest(
          "Sending credit card numbers directly to the Stripe API is generally unsafe.",
          {},
          402,
        );
      }
      if (data === undefined && params.payment_method === undefined) {
        const details = { code: "payment_intent_unexpected_state", payment_intent: intent };
        throw invalidRequest("You cannot confirm this PaymentIntent without a payment method.", details);
      }
      const method = data
        ? createPaymentMethod(account, data)
        : findPaymentMethod(account, params.payment_method ?? "", "payment_method");
      confirmPaymentIntent(account, intent, method);
      return show(call, intent);
    },
  ),
  route(
    "POST /v1/payment_intents/:id/cancel",
    z.strictObject({
      cancellation_reason: z.enum(["abandoned", "duplicate", "requested_by_customer"]).optional(),
    }),
    ({ account, id, params }) => {
      const intent = find(account.paymentIntents, "payment_intent", id);
      return cancelPaymentIntent(account, intent, params.cancellation_reason);
    },
  ),
  /** Stripe's library gets the outcome from the bank's dialog; here the browser sends it. */
  route(
    "POST /v1/3ds2/authenticate",
    z.strictObject({ ...browserParams, payment_intent: text, outcome: z.enum(["succeed", "fail"]) }),
    (call) => {
      const intent = findIntent({ ...call, id: call.params.payment_intent });
      finishAction(call.account, intent, call.params.outcome);
      return show(call, intent);
    },
  ),
];

function findIntent(call: Call<{ client_secret?: string | undefined }>): PaymentIntent {
  const intent = find(call.account.paymentIntents, "payment_intent", call.id);
  const secret = call.params.client_secret ?? (call.fromBrowser ? "" : intent.client_secret);
  if (secret === intent.client_secret) return intent;
  const message = "The client_secret provided does not match any associated PaymentIntent on this account.";
  throw invalidRequest(message, { code: "payment_intent_invalid_parameter", param: "client_secret" });
}

function show({ fromBrowser }: Call<unknown>, intent: PaymentIntent): object {
  return fromBrowser ? hidePrivateFields(intent) : intent;
}

/** The fields visible with the publishable key and the client secret. */
export function hidePrivateFields(intent: object): object {
  const hidden = ["amount_received", "customer", "latest_charge", "metadata"];
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !hidden.includes(name)));
}

const subscriptions = [
  route(
    "POST /v1/subscriptions",
    z.strictObject({
      customer: text,
      items: z.tuple([z.strictObject({ price: text, quantity: wholeNumber.optional() })]),
      payment_behavior: z.literal("default_incomplete"),
      payment_settings: z
        .strictObject({ save_default_payment_method: z.enum(["off", "on_subscription"]) })
        .optional(),
      automatic_tax: z.strictObject({ enabled: flag }).optional(),
      metadata: metadata.optional(),
    }),
    ({ account, params }) =>
      createSubscription(account, {
        customer: find(account.customers, "customer", params.customer, "customer"),
        price: find(account.prices, "price", params.items[0].price, "items[0][price]"),
        quantity: params.items[0].quantity ?? 1,
        withTax: params.automatic_tax?.enabled ?? false,
        saveMethod: params.payment_settings?.save_default_payment_method === "on_subscription",
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
  route(
    "GET /v1/subscriptions",
    z.strictObject({ ...listParams, status: text.optional() }),
    ({ account, params: { status, limit } }) => {
      const found = [...account.subscriptions.values()].filter(
        (one) => status === "all" || (status ? one.status === status : one.status !== "canceled"),
      );
      return listPage(found, "/v1/subscriptions", limit);
    },
  ),
  route("GET /v1/tax_rates/:id", none, ({ account, id }) =>
    find(new Map([[salesTax.id, { ...account.base("txr", "tax_rate"), ...salesTax }]]), "tax_rate", id),
  ),
  route("GET /v1/subscriptions/:id", none, ({ account, id }) =>
    find(account.subscriptions, "subscription", id),
  ),
  route(
    "POST /v1/subscriptions/:id",
    z.strictObject({
      cancel_at_period_end: flag.optional(),
      default_payment_method: text.optional(),
      metadata: metadata.optional(),
    }),
    ({ account, id, params }) => {
      const subscription = find(account.subscriptions, "subscription", id);
      if (hasEnded(subscription)) throw invalidRequest("A canceled subscription cannot be updated.");
      const before = { ...subscription };
      const { cancel_at_period_end: atEnd, default_payment_method: method } = params;
      if (method !== undefined) {
        const found = findPaymentMethod(account, method, "default_payment_method");
        subscription.default_payment_method = found.id;
      }
      if (atEnd !== undefined) {
        subscription.cancel_at_period_end = atEnd;
        subscription.cancel_at = atEnd ? getItem(subscription).current_period_end : null;
        subscription.canceled_at = atEnd ? account.now() : null;
      }
      subscription.metadata = mergeMetadata(subscription.metadata, params.metadata);
      account.recordChange("customer.subscription.updated", subscription, before);
      return subscription;
    },
  ),
  route(
    "POST /v1/subscription_items/:id",
    z.strictObject({
      quantity: wholeNumber,
      proration_behavior: z.enum(["create_prorations", "none"]).default("create_prorations"),
    }),
    ({ account, id, params: { quantity, proration_behavior: behavior } }) =>
      changeQuantity(account, id, { quantity, behavior }),
  ),
  route(
    "GET /v1/invoiceitems",
    z.strictObject({ ...listParams, customer: text, pending: flag.optional() }),
    ({ account, params: { customer, pending, limit } }) => {
      const found = [...account.invoiceItems.values()]
        .filter((item) => item.customer === customer)
        .filter((item) => pending === undefined || (item.invoice === null) === pending);
      return listPage(found, "/v1/invoiceitems", limit);
    },
  ),
  route("DELETE /v1/subscriptions/:id", none, ({ account, id }) =>
    cancelSubscription(account, find(account.subscriptions, "subscription", id)),
  ),
  route(
    "GET /v1/invoices",
    z.strictObject({ ...listParams, subscription: text.optional(), status: text.optional() }),
    ({ account, params: { subscription, status, limit } }) => {
      const found = [...account.invoices.values()]
        .filter((one) => subscription === undefined || findSubscription(account, one).id === subscription)
        .filter((one) => status === undefined || one.status === status);
      return listPage(found, "/v1/invoices", limit);
    },
  ),
  route(
    "POST /v1/invoices/create_preview",
    z.strictObject({ subscription: text }),
    ({ account, params: { subscription } }) =>
      previewInvoice(account, find(account.subscriptions, "subscription", subscription, "subscription")),
  ),
  route(
    "GET /v1/invoice_payments",
    z.strictObject({
      ...listParams,
      payment: z.strictObject({ type: z.literal("payment_intent"), payment_intent: text }),
    }),
    ({ account, params: { payment, limit } }) => {
      const found = [...account.invoicePayments.values()].filter(
        (one) => one.payment.payment_intent === payment.payment_intent,
      );
      return listPage(found, "/v1/invoice_payments", limit);
    },
  ),
];

const disputes = route(
  "GET /v1/disputes",
  z.strictObject({ ...listParams, payment_intent: text }),
  ({ account, params: { payment_intent, limit } }) => {
    const found = [...account.disputes.values()].filter((one) => one.payment_intent === payment_intent);
    return listPage(found, "/v1/disputes", limit);
  },
);

/** The calls that the product and its tests make. */
const routes = [...customers, ...prices, ...paymentIntents, ...subscriptions, disputes];

/** Throws Stripe's 404 for a call that this fake does not have. */
export function findRoute(method: string, path: string): { route: Route; id: string } {
  for (const candidate of routes) {
    const match = candidate.pattern.exec(`${method} ${path}`);
    if (match !== null) return { route: candidate, id: decodeURIComponent(match[1] ?? "") };
  }
  throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}
