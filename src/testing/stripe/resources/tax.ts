import type Stripe from "stripe";
import { type Account, livingCustomer } from "../account.ts";
import { invalidRequest } from "../protocol/faults.ts";
import type { Params } from "../protocol/form.ts";
import { newId } from "../protocol/ids.ts";
import {
  choice,
  group,
  groups,
  onlyKnown,
  requiredText,
  requiredWholeNumber,
  text,
  textOrNull,
  wholeNumber,
} from "../protocol/params.ts";
import type { Routes } from "../routes.ts";

const SECONDS_VALID = 90 * 86_400;

export const taxRoutes: Routes = {
  "POST /v1/tax/calculations": (account, { params }) => calculate(account, params),
};

export type Tax = { country: string; percent: number; taxable: number; amount: number; inclusive: boolean };

/** Throws Stripe's fault for a customer whose place is unknown. */
export function refuseUnlocated(customer: Stripe.Customer): void {
  if (!isLocated(customer.address ?? null, customer.tax?.ip_address ?? null)) throw unknownLocation();
}

/** The tax (cents) on an amount (cents) for a customer whose place is known; others are refused as by Stripe. */
export function automaticTax(
  account: Account,
  customer: Stripe.Customer,
  amount: number,
  inclusive: boolean,
): Tax {
  refuseUnlocated(customer);
  return taxOn(account, customer.address?.country ?? "US", amount, inclusive);
}

/** A country is enough, except that the United States need a postal code; an internet address will do too. */
function isLocated(
  address: { country: string | null; postal_code: string | null } | null,
  ip: string | null,
): boolean {
  if (ip !== null) return true;
  if (address?.country == null) return false;
  return address.country !== "US" || address.postal_code !== null;
}

function unknownLocation() {
  const message =
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.";
  return invalidRequest(message, { code: "customer_tax_location_invalid", param: "automatic_tax" });
}

function taxOn(account: Account, country: string, amount: number, inclusive: boolean): Tax {
  const percent = country === "US" ? account.taxPercent : 0;
  const tax = inclusive ? amount - amount / (1 + percent / 100) : (amount * percent) / 100;
  const rounded = Math.round(tax);
  return { country, percent, taxable: inclusive ? amount - rounded : amount, amount: rounded, inclusive };
}

function calculate(account: Account, params: Params): Stripe.Tax.Calculation {
  onlyKnown(params, ["currency", "line_items", "customer", "customer_details"]);
  const currency = requiredText(params, "currency");
  const details = customerDetails(account, params);
  if (!isLocated(details.address, details.ip_address)) throw unknownLocation();
  const country = details.address?.country ?? "US";
  const lines = groups(params, "line_items").map((line) => lineOf(account, country, line));
  const sum = (inclusive: boolean) =>
    lines
      .filter((line) => (line.tax_behavior === "inclusive") === inclusive)
      .reduce((all, line) => all + line.amount_tax, 0);
  const exclusive = sum(false);
  const now = account.clock.now();
  const id = newId("taxcalc");
  return {
    id,
    object: "tax.calculation",
    amount_total: lines.reduce((all, line) => all + line.amount, 0) + exclusive,
    currency,
    customer: text(params, "customer") ?? null,
    customer_details: details,
    expires_at: now + SECONDS_VALID,
    line_items: {
      object: "list",
      data: lines,
      has_more: false,
      url: `/v1/tax/calculations/${id}/line_items`,
    },
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: exclusive,
    tax_amount_inclusive: sum(true),
    tax_breakdown: [breakdown(account, country, lines, exclusive + sum(true))],
    tax_date: now,
  };
}

function lineOf(account: Account, country: string, line: Params): Stripe.Tax.CalculationLineItem {
  const behavior = choice(line, "tax_behavior", ["exclusive", "inclusive"]) ?? "exclusive";
  const amount = requiredWholeNumber(line, "amount");
  return {
    id: newId("tax_li"),
    object: "tax.calculation_line_item",
    amount,
    amount_tax: taxOn(account, country, amount, behavior === "inclusive").amount,
    livemode: false,
    metadata: null,
    performance_location: null,
    product: text(line, "product") ?? null,
    quantity: wholeNumber(line, "quantity") ?? 1,
    reference: text(line, "reference") ?? newId("L", 8),
    tax_behavior: behavior,
    tax_breakdown: null,
    tax_code: text(line, "tax_code") ?? "txcd_10000000",
  };
}

function breakdown(
  account: Account,
  country: string,
  lines: Stripe.Tax.CalculationLineItem[],
  amount: number,
): Stripe.Tax.Calculation.TaxBreakdown {
  const percentage = country === "US" ? account.taxPercent : 0;
  return {
    amount,
    inclusive: lines.some((line) => line.tax_behavior === "inclusive"),
    tax_rate_details: {
      country,
      flat_amount: null,
      percentage_decimal: String(percentage),
      rate_type: "percentage",
      state: null,
      tax_type: country === "US" ? "sales_tax" : "vat",
    },
    taxability_reason: percentage > 0 ? "standard_rated" : "not_collecting",
    taxable_amount: lines.reduce((all, line) => all + line.amount, 0),
  };
}

function customerDetails(account: Account, params: Params): Stripe.Tax.Calculation.CustomerDetails {
  const id = text(params, "customer");
  const customer = id === undefined ? undefined : livingCustomer(account, id, "customer");
  const given = group(params, "customer_details") ?? {};
  const address = group(given, "address");
  return {
    address: address === undefined ? (customer?.address ?? null) : addressOf(address),
    address_source: choice(given, "address_source", ["billing", "shipping"]) ?? null,
    ip_address: textOrNull(given, "ip_address"),
    tax_ids: [],
    taxability_override: "none",
  };
}

function addressOf(address: Params): Stripe.Address {
  const [city, line1, line2, postal_code, state] = ["city", "line1", "line2", "postal_code", "state"].map(
    (name) => textOrNull(address, name),
  );
  return {
    city: city ?? null,
    country: requiredText(address, "country"),
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  };
}
