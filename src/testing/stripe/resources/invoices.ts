import { type Account, find } from "../account.ts";
import type { Params } from "../protocol/form.ts";
import { idOf } from "../protocol/ids.ts";
import { LIST_PARAMS, page } from "../protocol/lists.ts";
import { flag, group, onlyKnown, requiredText, text } from "../protocol/params.ts";
import type { Routes } from "../routes.ts";
import { defaultMethodOf, payInvoice, voidInvoice } from "./invoice-payment.ts";
import { subscriptionOf } from "./invoice-shape.ts";
import type { Invoice } from "./wire-shapes.ts";

export const invoiceRoutes: Routes = {
  "GET /v1/invoices": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "customer", "subscription", "status"]);
    const [customer, subscription, status] = ["customer", "subscription", "status"].map((name) =>
      text(params, name),
    );
    const chosen = [...account.invoices.values()].filter(
      (invoice) =>
        (customer === undefined || invoice.customer === customer) &&
        (subscription === undefined || subscriptionOf(account, invoice).id === subscription) &&
        (status === undefined || invoice.status === status),
    );
    return page(chosen, "/v1/invoices", params);
  },
  "GET /v1/invoices/:id": (account, { id }) => find(account.invoices, "invoice", id),
  "POST /v1/invoices/:id/pay": (account, { id, params }) => {
    onlyKnown(params, ["payment_method", "off_session"]);
    const invoice = find(account.invoices, "invoice", id);
    payInvoice(
      account,
      invoice,
      methodToPayWith(account, invoice, text(params, "payment_method")),
      flag(params, "off_session") ?? true,
    );
    return invoice;
  },
  "POST /v1/invoices/:id/void": (account, { id }) =>
    voidInvoice(account, find(account.invoices, "invoice", id)),
  "GET /v1/invoice_payments": (account, { params }) => {
    onlyKnown(params, [...LIST_PARAMS, "invoice", "payment", "status"]);
    const invoice = text(params, "invoice");
    const status = text(params, "status");
    const intent = intentIn(group(params, "payment"));
    const chosen = [...account.invoicePayments.values()].filter(
      (payment) =>
        (invoice === undefined || payment.invoice === invoice) &&
        (status === undefined || payment.status === status) &&
        (intent === undefined || idOf(payment.payment.payment_intent) === intent),
    );
    return page(chosen, "/v1/invoice_payments", params);
  },
  "GET /v1/invoice_payments/:id": (account, { id }) => find(account.invoicePayments, "invoice_payment", id),
};

/** Payments are asked for by their kind and id together. */
function intentIn(payment: Params | undefined): string | undefined {
  if (payment === undefined) return undefined;
  onlyKnown(payment, ["type", "payment_intent"]);
  if (requiredText(payment, "type") !== "payment_intent") return "";
  return text(payment, "payment_intent");
}

function methodToPayWith(account: Account, invoice: Invoice, named: string | undefined): string | null {
  return named ?? defaultMethodOf(account, subscriptionOf(account, invoice));
}
