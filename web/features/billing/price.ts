import { type PlanId, renewingPlan } from "../../../src/features/plan-ids.ts";
import { billingMessages } from "./messages.ts";

/** Follows the price of a plan. */
export function priceSuffix(id: PlanId): string {
  return id === renewingPlan ? billingMessages.page.perMonth : "";
}
