import type { PlanId } from "../../../src/features/billing/billing.schema.ts";
import { billingMessages } from "./messages.ts";

const paidOnce: PlanId[] = ["payper", "bundle", "smallbundle", "trial"];

/** Adds "/month" to the price of a plan unless it is paid once. */
export function priceSuffix(id: PlanId): string {
  return paidOnce.includes(id) ? "" : billingMessages.page.perMonth;
}
