import { type PlanId, planIds } from "../../db/columns/billing.ts";

/** All other plans are one-time purchases. */
export const freePlan = "trial" as const satisfies PlanId;
export const renewingPlan = "unlimited" as const satisfies PlanId;
export const oneTimePlans = planIds.filter((id) => id !== freePlan && id !== renewingPlan);

/** One value for each plan. */
export function mapPlans<Value>(build: (id: PlanId) => Value): Record<PlanId, Value> {
  return {
    trial: build("trial"),
    payper: build("payper"),
    smallbundle: build("smallbundle"),
    bundle: build("bundle"),
    unlimited: build("unlimited"),
  };
}
