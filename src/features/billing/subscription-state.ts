import type { PurchaseState } from "../../../db/columns/billing.ts";
import type { SubscriptionStatus } from "./billing.output.schema.ts";
import type { Purchase } from "./purchases.ts";

/**
 * The state of a user's subscription, regardless of other plans. unpaid: started, and never paid. overdue: paid before,
 * but not for the current period, or refunded. ended: paid, and over.
 */
export type SubscriptionState = "none" | "unpaid" | "active" | "overdue" | "ended";

/**
 * Grace period after the paid period: Stripe takes an hour to renew, and its events may be late. After that it counts
 * only if Stripe has confirmed that it continues.
 */
const graceMs = 3 * 86_400_000;

const subscriptionStates: Record<PurchaseState, SubscriptionState> = {
  open: "unpaid",
  paid: "active",
  overdue: "overdue",
  refunded: "overdue",
  disputed: "overdue",
  ended: "ended",
  closed: "none",
};

const statuses: Record<SubscriptionState, SubscriptionStatus["status"]> = {
  none: "none",
  unpaid: "incomplete",
  active: "active",
  overdue: "incomplete",
  ended: "canceled",
};

/** The state at this time (ms since 1970); undefined means no subscription. */
export function getSubscriptionState(
  subscription: Pick<Purchase, "state" | "periodEnd"> | undefined,
  now: number,
): SubscriptionState {
  if (!subscription) return "none";
  const subscriptionState = subscriptionStates[subscription.state];
  const isCurrent = subscription.periodEnd !== null && subscription.periodEnd.getTime() > now - graceMs;
  return subscriptionState === "active" && !isCurrent ? "ended" : subscriptionState;
}

/** The state in the specification's terms. */
export function describeSubscription(subscriptionState: SubscriptionState): SubscriptionStatus["status"] {
  return statuses[subscriptionState];
}

/**
 * The chosen plan after a change of the subscription: a paid subscription becomes the choice; an unpaid one does not
 * hide another plan.
 */
export function choosePlanAfter(chosen: string | null, subscriptionState: SubscriptionState): string | null {
  if (subscriptionState === "active") return "unlimited";
  if (subscriptionState === "none") return chosen === "unlimited" ? null : chosen;
  return chosen ?? "unlimited";
}
