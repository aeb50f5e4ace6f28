import type { PlanId } from "../../../db/columns/billing.ts";
import { freePlan, oneTimePlans, renewingPlan } from "../plan-ids.ts";
import type { SubscriptionState } from "./subscription-state.ts";

/** What decides which plan the next stamp is taken from. Numbers are stamps. */
export type Account = {
  /** Stamps have no limit while it is active. */
  subscription: SubscriptionState;
  /** The stamps that every account has for free; Infinity: no limit. */
  free: number;
  /** One-time purchases; for payper, only those not reserved for a certain document. */
  bought: Partial<Record<PlanId, number>>;
  /** Used and not returned, except stamps whose purchase was refunded or is disputed. */
  used: Partial<Record<PlanId, number>>;
};

/** The plan of timeline certificates and acknowledgments in the ledger: they are free and count toward no plan. */
export const timelinePlan = "timeline";

const largestFirst: PlanId[] = oneTimePlans.toReversed();

/**
 * The plan the next stamp is taken from: the document's own payment first, then the subscription, earlier purchases,
 * and the rest of the free stamps. Undefined if all are used up and the document must be paid for.
 */
export function planForNextStamp(account: Account, documentIsPaid: boolean): PlanId | undefined {
  if (documentIsPaid) return "payper";
  if (account.subscription === "active") return renewingPlan;
  return [...largestFirst, freePlan].find((plan) => hasStampsLeft(account, plan));
}

/** The one-time purchase whose stamps are used next, if any are left. */
export function boughtPlanInUse(account: Account): PlanId | undefined {
  return largestFirst.find((plan) => hasStampsLeft(account, plan));
}

/** The largest one-time plan that was bought, even if it is used up. A single document does not count. */
export function boughtPlan(account: Account): PlanId | undefined {
  return largestFirst.find((plan) => plan !== "payper" && countStamps(account, plan) > 0);
}

/** The stamps that are left without another payment; null: no limit. Those paid for a certain document do not count. */
export function countStampsLeft(account: Account): number | null {
  if (account.subscription === "active") return null;
  const left = [...largestFirst, freePlan].reduce(
    (sum, plan) => sum + Math.max(0, countStamps(account, plan) - (account.used[plan] ?? 0)),
    0,
  );
  return left === Infinity ? null : left;
}

/** All stamps of a plan of fixed size, used or not. */
export function countStamps(account: Account, plan: PlanId): number {
  return plan === freePlan ? account.free : (account.bought[plan] ?? 0);
}

function hasStampsLeft(account: Account, plan: PlanId): boolean {
  return (account.used[plan] ?? 0) < countStamps(account, plan);
}
