import type Stripe from "stripe";
import { type Account, find, livingCustomer } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import type { Params } from "../protocol/form.ts";
import { newId } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { mergedMetadata } from "../protocol/metadata.ts";
import { group, onlyKnown, text, textOrNull } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { changedFields, record } from "./events.ts";
import { cancelSubscription } from "./subscription-end.ts";

const TEXTS = ["name", "email", "phone", "description"] as const;
const KNOWN = [...TEXTS, "address", "metadata", "invoice_settings", "payment_method", "tax", "tax_exempt"];

export const customerRoutes: Routes = {
  "POST /v1/customers": (account, { params }) => createCustomer(account, params),
  "GET /v1/customers": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "email"]);
    const email = text(params, "email");
    const chosen = [...account.customers.values()].filter(
      (one) => email === undefined || one.email === email,
    );
    return page(chosen, "/v1/customers", params);
  },
  "GET /v1/customers/:id": (account, { id }) =>
    account.deletedCustomers.has(id) ? gone(id) : find(account.customers, "customer", id),
  "POST /v1/customers/:id": (account, { id, params }) => {
    const customer = livingCustomer(account, id);
    const before = structuredClone(customer);
    applyParams(account, customer, params);
    record(account, "customer.updated", customer, changedFields(before, customer));
    return customer;
  },
  "DELETE /v1/customers/:id": (account, { id }) => {
    const customer = livingCustomer(account, id);
    for (const subscription of account.subscriptions.values()) {
      if (subscription.customer === id) cancelSubscription(account, subscription);
    }
    account.customers.delete(id);
    account.deletedCustomers.add(id);
    record(account, "customer.deleted", customer);
    return gone(id);
  },
};

function createCustomer(account: Account, params: Params): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: account.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId("x", 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  applyParams(account, customer, params);
  account.customers.set(customer.id, customer);
  record(account, "customer.created", customer);
  return customer;
}

function applyParams(account: Account, customer: Stripe.Customer, params: Params): void {
  onlyKnown(params, KNOWN);
  const email = text(params, "email");
  if (email && !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, { code: "email_invalid", param: "email" });
  }
  for (const name of TEXTS) if (params[name] !== undefined) customer[name] = textOrNull(params, name);
  if (params.address !== undefined) customer.address = addressOf(params);
  const ip = textOrNull(group(params, "tax") ?? {}, "ip_address");
  if (ip !== null)
    customer.tax = { automatic_tax: "supported", ip_address: ip, location: null, provider: "stripe" };
  const method = text(group(params, "invoice_settings") ?? {}, "default_payment_method");
  if (method !== undefined) {
    if (method !== "")
      find(account.paymentMethods, "payment_method", method, "invoice_settings[default_payment_method]");
    customer.invoice_settings.default_payment_method = method || null;
  }
  customer.metadata = mergedMetadata(customer.metadata, params);
}

function addressOf(params: Params): Stripe.Address | null {
  const given = group(params, "address");
  if (given === undefined) return null;
  return {
    city: textOrNull(given, "city"),
    country: textOrNull(given, "country"),
    line1: textOrNull(given, "line1"),
    line2: textOrNull(given, "line2"),
    postal_code: textOrNull(given, "postal_code"),
    state: textOrNull(given, "state"),
  };
}

function gone(id: string): Stripe.DeletedCustomer {
  return { id, object: "customer", deleted: true };
}
