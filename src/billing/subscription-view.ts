import type { PlanId, SubscriptionStatus } from "./billing.schema.ts";
import { type Account, boughtPlan, boughtPlanInUse, stampsOf } from "./quota.ts";

type View = Pick<SubscriptionStatus, "status" | "plan" | "documentCount" | "documentLimit">;

/** What is written of a user's subscription or choice of plan. */
export type Written = { subscriptionStatus: string; subscriptionPlan: string | null };

/**
 * The one plan that is shown of all that a user may have: the one the next stamp comes from, then what needs
 * attention, then what is used up.
 */
export function viewOf(written: Written, account: Account): View {
  if (account.unlimited) return view("active", "unlimited", account);
  const inUse = boughtPlanInUse(account);
  if (inUse) return view("active", inUse, account);
  const { subscriptionStatus: status, subscriptionPlan } = written;
  if (subscriptionPlan === "unlimited" && status !== "none") {
    return view(status === "incomplete" ? "incomplete" : "canceled", "unlimited", account);
  }
  const usedUp = boughtPlan(account);
  if (usedUp) return view("active", usedUp, account);
  return view(subscriptionPlan === "trial" ? "active" : "none", "trial", account);
}

function view(status: View["status"], plan: PlanId, account: Account): View {
  const documentLimit = plan === "unlimited" ? null : stampsOf(account, plan);
  return { status, plan, documentCount: account.used[plan] ?? 0, documentLimit };
}
