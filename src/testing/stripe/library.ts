import type { Account } from "./account.ts";
import type { Fields, Library } from "./protocol/expand.ts";
import { intentOf } from "./resources/invoice-payment.ts";

/** How `expand[]` finds objects and the fields that are only there on request. */
export function libraryOf(account: Account): Library {
  return {
    byId: (id) =>
      shelves(account)
        .find((shelf) => shelf.has(id))
        ?.get(id),
    includable: (object, field) => includable(account, object, field),
  };
}

function shelves(account: Account): ReadonlyMap<string, object>[] {
  return [
    account.charges,
    account.customers,
    account.disputes,
    account.invoices,
    account.paymentIntents,
    account.paymentMethods,
    account.prices,
    account.products,
    account.refunds,
    account.subscriptions,
  ];
}

function includable(account: Account, object: Fields, field: string): unknown {
  const id = String(object.id);
  switch (`${object.object}.${field}`) {
    case "invoice.confirmation_secret":
      return confirmationSecret(account, id);
    case "invoice.payments":
      return listed(account.invoicePayments, `/v1/invoices/${id}/payments`, (one) => one.invoice === id);
    case "charge.refunds":
      return listed(account.refunds, `/v1/charges/${id}/refunds`, (one) => one.charge === id);
    case "customer.subscriptions":
      return listed(account.subscriptions, `/v1/customers/${id}/subscriptions`, (one) => one.customer === id);
    case "customer.tax":
      return { automatic_tax: "unrecognized_location", ip_address: null, location: null, provider: "stripe" };
    default:
      return undefined;
  }
}

/** Null once there is nothing left to pay. */
function confirmationSecret(account: Account, id: string): object | null {
  const invoice = account.invoices.get(id);
  if (invoice === undefined || invoice.status !== "open") return null;
  return { client_secret: intentOf(account, invoice).client_secret, type: "payment_intent" };
}

function listed<T extends object>(shelf: ReadonlyMap<string, T>, url: string, wanted: (one: T) => boolean) {
  return { object: "list", data: [...shelf.values()].filter(wanted), has_more: false, url };
}
