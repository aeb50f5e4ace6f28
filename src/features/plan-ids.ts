/** From the smallest plan to the largest. */
export const planIds = ["trial", "payper", "smallbundle", "bundle", "unlimited"] as const;
export type PlanId = (typeof planIds)[number];

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
