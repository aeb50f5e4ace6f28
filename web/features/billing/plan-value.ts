import { type PlanId, planIds } from "../../../db/columns/billing.ts";
import { mapPlans } from "../../../src/features/plan-ids.ts";
import type { Plan } from "./plan.ts";

type Plans = Record<PlanId, Pick<Plan, "price" | "documentLimit" | "offered">>;

/** The offered plans in order of commitment: from the free one to the one that renews. */
export const listOffered = (plans: Plans) => planIds.filter((id) => plans[id].offered);

/** Cents per document of a plan with a fixed number of documents; undefined for a free or unlimited plan. */
export function pricePerDocument({
  price,
  documentLimit,
}: Pick<Plan, "price" | "documentLimit">): number | undefined {
  return price > 0 && documentLimit !== null && documentLimit > 0 ? price / documentLimit : undefined;
}

/** The one-time plan with the lowest price per document. */
export function findRecommended(plans: Plans): PlanId | undefined {
  return sortByPricePerDocument(plans)[0];
}

/** The number of documents per month from which this monthly plan is cheaper per document than every one-time plan. */
export function findBreakEven(plans: Plans, monthly: Pick<Plan, "price">): number | undefined {
  const recommended = findRecommended(plans);
  const lowest = recommended && pricePerDocument(plans[recommended]);
  return lowest === undefined ? undefined : Math.floor(monthly.price / lowest) + 1;
}

/** The plans at what this account pays: an office, where its members are paid for, the price of each together. */
export function priceForMembers<T extends Pick<Plan, "price" | "perMember">>(
  plans: Record<PlanId, T>,
  members: number,
): Record<PlanId, T> {
  return mapPlans((id) => {
    const plan = plans[id];
    return plan.perMember ? { ...plan, price: plan.price * members } : plan;
  });
}

/** The plans that cost less than this many single documents and include enough of them, cheapest first. */
export function findCheaperPlans(plans: Plans, documents: number): PlanId[] {
  const single = plans.payper.price * documents;
  return listOffered(plans)
    .filter((id) => id !== "payper" && plans[id].price > 0 && plans[id].price < single)
    .filter((id) => (plans[id].documentLimit ?? Infinity) >= documents)
    .toSorted((one, other) => plans[one].price - plans[other].price);
}

function sortByPricePerDocument(plans: Plans): PlanId[] {
  const costs = listOffered(plans).flatMap((id) => {
    const cost = pricePerDocument(plans[id]);
    return cost === undefined ? [] : [{ id, cost }];
  });
  return costs.toSorted((one, other) => one.cost - other.cost).map(({ id }) => id);
}
