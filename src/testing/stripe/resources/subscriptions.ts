import { type Account, find, livingCustomer } from "../account.ts";
import { invalidRequest, StripeFault } from "../protocol/faults.ts";
import type { Params } from "../protocol/form.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { mergedMetadata } from "../protocol/metadata.ts";
import {
  choice,
  flag,
  group,
  groups,
  onlyKnown,
  requiredText,
  text,
  textOrNull,
  texts,
  wholeNumber,
} from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { changedFields, record } from "./events.ts";
import { defaultMethodOf, intentOf, openInvoice, payInvoice } from "./invoice-payment.ts";
import { methodFor } from "./payment-methods.ts";
import { priceOfItem } from "./prices.ts";
import { cancelSubscription, hasEnded } from "./subscription-end.ts";
import { newSubscription } from "./subscription-shape.ts";
import { refuseUnlocated } from "./tax.ts";
import type { Subscription } from "./wire-shapes.ts";

const FIELDS = [
  "cancel_at_period_end",
  "default_payment_method",
  "description",
  "metadata",
  "payment_settings",
];
const CREATE_ONLY = [
  "customer",
  "items",
  "currency",
  "payment_behavior",
  "automatic_tax",
  "off_session",
  "billing_mode",
];
const BEHAVIORS = ["allow_incomplete", "default_incomplete", "error_if_incomplete"] as const;

export const subscriptionRoutes: Routes = {
  "POST /v1/subscriptions": (account, { params }) => createSubscription(account, params),
  "GET /v1/subscriptions": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "customer", "price", "status"]);
    const customer = text(params, "customer");
    const price = text(params, "price");
    const chosen = [...account.subscriptions.values()].filter(
      (one) =>
        (customer === undefined || one.customer === customer) &&
        (price === undefined || one.items.data.some((item) => item.price.id === price)) &&
        hasStatus(one, text(params, "status")),
    );
    return page(chosen, "/v1/subscriptions", params);
  },
  "GET /v1/subscriptions/:id": (account, { id }) => find(account.subscriptions, "subscription", id),
  "POST /v1/subscriptions/:id": (account, { id, params }) => {
    onlyKnown(params, FIELDS);
    const subscription = find(account.subscriptions, "subscription", id);
    if (hasEnded(subscription)) {
      throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.");
    }
    const before = structuredClone(subscription);
    applyParams(account, subscription, params);
    record(account, "customer.subscription.updated", subscription, changedFields(before, subscription));
    return subscription;
  },
  "DELETE /v1/subscriptions/:id": (account, { id, params }) => {
    onlyKnown(params, ["invoice_now", "prorate"]);
    return cancelSubscription(account, find(account.subscriptions, "subscription", id));
  },
};

function createSubscription(account: Account, params: Params): Subscription {
  onlyKnown(params, [...FIELDS, ...CREATE_ONLY]);
  const customer = livingCustomer(account, requiredText(params, "customer"), "customer");
  const behavior = choice(params, "payment_behavior", BEHAVIORS) ?? "allow_incomplete";
  const lines = groups(params, "items").map((item) => {
    onlyKnown(item, ["price", "price_data", "quantity"]);
    return { price: recurringPrice(account, item), quantity: wholeNumber(item, "quantity") ?? 1 };
  });
  if (lines.length === 0)
    throw invalidRequest("Missing required param: items.", { code: "parameter_missing", param: "items" });
  const automaticTax = flag(group(params, "automatic_tax") ?? {}, "enabled") ?? false;
  if (automaticTax) refuseUnlocated(customer);
  const subscription = newSubscription(account, { customer: customer.id, lines, automaticTax });
  applyParams(account, subscription, params);
  refuseWithoutMethod(account, subscription, behavior);
  account.subscriptions.set(subscription.id, subscription);
  customer.currency ??= subscription.currency;
  const invoice = openInvoice(account, subscription, "subscription_create");
  record(account, "customer.subscription.created", subscription);
  if (invoice.status === "paid") return subscription;
  if (behavior === "default_incomplete") prepareMethod(account, subscription);
  else payFirst(account, subscription, behavior, flag(params, "off_session") ?? false);
  return subscription;
}

function recurringPrice(account: Account, item: Params) {
  const price = priceOfItem(account, item);
  if (price.recurring !== null) return price;
  const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`;
  throw invalidRequest(message, { param: "items[0][price]" });
}

function refuseWithoutMethod(account: Account, subscription: Subscription, behavior: string): void {
  if (behavior === "default_incomplete" || defaultMethodOf(account, subscription) !== null) return;
  const message =
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.";
  throw invalidRequest(message, { code: "resource_missing" });
}

function prepareMethod(account: Account, subscription: Subscription): void {
  const method = defaultMethodOf(account, subscription);
  if (method === null) return;
  const invoice = find(account.invoices, "invoice", String(subscription.latest_invoice));
  Object.assign(intentOf(account, invoice), { payment_method: method, status: "requires_confirmation" });
}

/** A refused first payment leaves the subscription incomplete, or undoes it where the caller asked for that. */
function payFirst(account: Account, subscription: Subscription, behavior: string, offSession: boolean): void {
  const invoice = find(account.invoices, "invoice", String(subscription.latest_invoice));
  try {
    payInvoice(account, invoice, defaultMethodOf(account, subscription), offSession);
  } catch (fault) {
    if (!(fault instanceof StripeFault)) throw fault;
    if (behavior !== "error_if_incomplete") return;
    account.subscriptions.delete(subscription.id);
    account.invoices.delete(invoice.id);
    throw fault;
  }
}

function applyParams(account: Account, subscription: Subscription, params: Params): void {
  const method = text(params, "default_payment_method");
  if (method !== undefined)
    subscription.default_payment_method = method === "" ? null : methodFor(account, method).id;
  if (params.description !== undefined) subscription.description = textOrNull(params, "description");
  const atEnd = flag(params, "cancel_at_period_end");
  if (atEnd !== undefined) {
    subscription.cancel_at_period_end = atEnd;
    subscription.cancel_at = atEnd ? (subscription.items.data[0]?.current_period_end ?? null) : null;
    subscription.canceled_at = atEnd ? account.clock.now() : null;
  }
  const settings = group(params, "payment_settings");
  if (settings !== undefined && subscription.payment_settings !== null) {
    onlyKnown(settings, ["payment_method_types", "save_default_payment_method"]);
    const save = choice(settings, "save_default_payment_method", ["off", "on_subscription"]);
    if (save !== undefined) subscription.payment_settings.save_default_payment_method = save;
    const types = texts(settings, "payment_method_types");
    if (types !== undefined) subscription.payment_settings.payment_method_types = types;
  }
  subscription.metadata = mergedMetadata(subscription.metadata, params);
}

/** Without a status Stripe lists all that are not canceled; `ended` means canceled or expired. */
function hasStatus(subscription: Subscription, status: string | undefined): boolean {
  if (status === "all") return true;
  if (status === "ended") return hasEnded(subscription);
  return status === undefined ? subscription.status !== "canceled" : subscription.status === status;
}
