import type { SubscriptionStatus } from "./billing.output.schema.ts";
import type { PurchaseState } from "./billing.schema.ts";
import type { Purchase } from "./purchases.ts";

/**
 * How a user's subscription stands, whatever plan was chosen or bought beside it. unpaid: begun, and never paid.
 * overdue: it was paid once, and its present period is not, or that money went back. ended: it was paid, and is over.
 */
export type Standing = "none" | "unpaid" | "active" | "overdue" | "ended";

/**
 * A subscription counts for so long after its paid period: Stripe takes an hour to renew it, and its news may be
 * late. After that it counts only when Stripe has said that it goes on.
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

/** The standing at this time (ms since 1970); undefined stands for no subscription at all. */
export function standingOf(
  subscription: Pick<Purchase, "state" | "periodEnd"> | undefined,
  now: number,
): Standing {
  if (!subscription) return "none";
  const standing = standings[subscription.state];
  const isCurrent = subscription.periodEnd !== null && subscription.periodEnd.getTime() > now - graceMs;
  return standing === "active" && !isCurrent ? "ended" : standing;
}

/** The standing in the words of the specification. */
export function findStandingStatus(standing: Standing): SubscriptionStatus["status"] {
  return statuses[standing];
}

/**
 * The plan that counts as chosen after news of the subscription: one that is paid is; one that is not hides nothing
 * that was chosen beside it.
 */
export function chosenAfterNews(chosen: string | null, standing: Standing): string | null {
  if (standing === "active") return "unlimited";
  if (standing === "none") return chosen === "unlimited" ? null : chosen;
  return chosen ?? "unlimited";
}
