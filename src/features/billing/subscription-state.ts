import type { SubscriptionStatus } from "./billing.output.schema.ts";
import type { PurchaseState } from "./billing.schema.ts";
import type { Purchase } from "./purchases.ts";

/**
 * The state of a user's subscription, whatever other plan was chosen or bought. unpaid: begun, and never paid. overdue:
 * paid once, but not for the present period, or refunded. ended: paid, and over.
 */
export type Standing = "none" | "unpaid" | "active" | "overdue" | "ended";

/**
 * Grace period after the paid period: Stripe takes an hour to renew, and its events may be late. After that it counts
 * only if Stripe has confirmed that it continues.
 */
const graceMs = 3 * 86_400_000;

const standings: Record<PurchaseState, Standing> = {
  open: "unpaid",
  paid: "active",
  overdue: "overdue",
  refunded: "overdue",
  disputed: "overdue",
  ended: "ended",
  closed: "none",
};

const statuses: Record<Standing, SubscriptionStatus["status"]> = {
  none: "none",
  unpaid: "incomplete",
  active: "active",
  overdue: "incomplete",
  ended: "canceled",
};

/** The state at this time (ms since 1970); undefined means no subscription. */
export function standingOf(
  subscription: Pick<Purchase, "state" | "periodEnd"> | undefined,
  now: number,
): Standing {
  if (!subscription) return "none";
  const standing = standings[subscription.state];
  const isCurrent = subscription.periodEnd !== null && subscription.periodEnd.getTime() > now - graceMs;
  return standing === "active" && !isCurrent ? "ended" : standing;
}

/** The state in the specification's terms. */
export function findStandingStatus(standing: Standing): SubscriptionStatus["status"] {
  return statuses[standing];
}

/**
 * The chosen plan after a change of the subscription: a paid one becomes the choice; an unpaid one hides no other plan.
 */
export function chosenAfterNews(chosen: string | null, standing: Standing): string | null {
  if (standing === "active") return "unlimited";
  if (standing === "none") return chosen === "unlimited" ? null : chosen;
  return chosen ?? "unlimited";
}
