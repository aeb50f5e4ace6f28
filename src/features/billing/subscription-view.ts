import type { PlanId, SubscriptionStatus } from "./billing.schema.ts";
import { type Account, boughtPlan, boughtPlanInUse, stampsOf } from "./quota.ts";
import { statusOfStanding } from "./subscription-state.ts";

type View = Pick<SubscriptionStatus, "status" | "plan" | "documentCount" | "documentLimit">;

/**
 * The one plan that is shown of all that a user may have: the one the next stamp comes from, then what needs
 * attention, then what is used up. `chosen`: the plan that was chosen or bought last.
 */
export function viewOf(chosen: string | null, account: Account): View {
  const { subscription } = account;
  if (subscription === "active") return view("active", "unlimited", account);
  const inUse = boughtPlanInUse(account);
  if (inUse) return view("active", inUse, account);
  const status = statusOfStanding(subscription);
  if (status !== "none" && (subscription === "overdue" || chosen === "unlimited")) {
    return view(status, "unlimited", account);
  }
  const usedUp = boughtPlan(account);
  if (usedUp) return view("active", usedUp, account);
  return view(chosen === "trial" ? "active" : "none", "trial", account);
}

function view(status: View["status"], plan: PlanId, account: Account): View {
  const documentLimit = plan === "unlimited" ? null : stampsOf(account, plan);
  return { status, plan, documentCount: account.used[plan] ?? 0, documentLimit };
}
