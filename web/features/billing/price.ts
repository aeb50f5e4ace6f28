import type { PlanId } from "../../../src/billing/billing.schema.ts";
import { billingMessages } from "./messages.ts";

const paidOnce: PlanId[] = ["payper", "bundle", "smallbundle", "trial"];

/** 999 cents → "$9.99". */
export function formatCents(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** "/month" behind the price of every plan that is not paid once. */
export function priceSuffix(id: PlanId): string {
  return paidOnce.includes(id) ? "" : billingMessages.page.perMonth;
}
