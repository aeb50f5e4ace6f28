import type { PlanId } from "../../../src/features/billing/billing.schema.ts";
import { billingMessages } from "./messages.ts";

const paidOnce: PlanId[] = ["payper", "bundle", "smallbundle", "trial"];

/** "/month" after the price of every plan that is not a single payment. */
export function priceSuffix(id: PlanId): string {
  return paidOnce.includes(id) ? "" : billingMessages.page.perMonth;
}
