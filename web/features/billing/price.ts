import type { PlanId } from "../../../db/columns/billing.ts";
import { renewingPlan } from "../../../src/features/plan-ids.ts";
import { billingMessages } from "../../texts/billing.ts";

/** The text after a plan's price. */
export function priceSuffix(id: PlanId): string {
  return id === renewingPlan ? billingMessages.page.perMonth : "";
}
