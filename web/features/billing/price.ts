import type { PlanId } from "../../../src/features/billing/billing.schema.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { billingMessages } from "./messages.ts";

const paidOnce: PlanId[] = ["payper", "bundle", "smallbundle", "trial"];

/** 999 cents → "$9.99". */
export function formatCents(cents: number): string {
  return new Intl.NumberFormat(spokenLanguage().locale, { style: "currency", currency: "USD" }).format(
    cents / 100,
  );
}

/** "/month" after the price of every plan that is not a single payment. */
export function priceSuffix(id: PlanId): string {
  return paidOnce.includes(id) ? "" : billingMessages.page.perMonth;
}
