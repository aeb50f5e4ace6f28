import { type PlanId, plans } from "./plans.ts";

/** What decides which plan the next stamp is taken from. `used` counts stamps taken and not returned. */
export type Account = {
  activePlan: PlanId | null;
  used: Partial<Record<PlanId, number>>;
};

/**
 * The plan the next stamp is taken from: the document's own payment first, then the active plan, then what is
 * left of the trial. Undefined when all are used up and the document has to be paid.
 */
export function planForNextStamp(account: Account, documentIsPaid: boolean): PlanId | undefined {
  if (documentIsPaid) return "payper";
  const candidates: (PlanId | null)[] = [account.activePlan, "trial"];
  return (
    candidates.find((plan) => plan !== null && plan !== "payper" && hasStampsLeft(account, plan)) ?? undefined
  );
}

function hasStampsLeft(account: Account, plan: PlanId): boolean {
  const { documentLimit } = plans[plan];
  return documentLimit === null || (account.used[plan] ?? 0) < documentLimit;
}
