import { type PlanId, planIds } from "../../../db/columns/billing.ts";
import { type Message, say } from "../../errors.ts";
import type { Language } from "../../formats/languages.ts";
import { mapPlans } from "../plan-ids.ts";
import type { Plan } from "./billing.output.schema.ts";
import type { Plans } from "./plans.ts";

/** An operator's changes to a plan; missing fields keep their built-in values. */
type PlanChange = {
  offered?: boolean | undefined;
  /** Cents. */
  price?: number | undefined;
  /** Null: no limit, only for the trial. */
  documents?: number | null | undefined;
  taxable?: boolean | undefined;
  perMember?: boolean | undefined;
  /** Null: none. */
  badge?: string | Record<Language, string> | null | undefined;
};

export type PlanChanges = Partial<Record<PlanId, PlanChange | undefined>>;

/**
 * The plans with the operator's changes. The features follow the limit. A badge that the operator wrote is not
 * compared with any price.
 */
export function changePlans(plans: Plans, changes: PlanChanges): Plans {
  return mapPlans((id) => changePlan(plans[id], changes[id] ?? {}));
}

/**
 * The plans whose savings badge is no longer true, with the amount that they save now. The badge and what it is
 * compared with are those of the built-in table, so that only the operator's prices can make it wrong.
 */
export function findFalseBadges(plans: Plans): { plan: PlanId; badge: string; saves: number }[] {
  return planIds.flatMap((plan) => {
    const { badge, comparison, price, offered } = plans[plan];
    const promised = /\$(\d+)/.exec(badge ?? "")?.[1];
    if (!badge || !comparison || !offered || promised === undefined) return [];
    const other = plans[comparison.plan];
    const saves = other.offered ? other.price * comparison.months - price : 0;
    return saves < Number(promised) * 100 ? [{ plan, badge, saves }] : [];
  });
}

function changePlan(plan: Plan, change: PlanChange): Plan {
  const { offered = plan.offered, price = plan.price, taxable = plan.taxable } = change;
  const { perMember = plan.perMember } = change;
  const changed = changeBadge({ ...plan, offered, price, taxable, perMember }, change.badge);
  return change.documents === undefined ? changed : changeLimit(changed, change.documents);
}

function changeBadge(plan: Plan, badge: PlanChange["badge"]): Plan {
  if (badge === undefined) return plan;
  const { badge: _, comparison: __, ...rest } = plan;
  const { badge: ___, ...codes } = plan.codes;
  const without = { ...rest, codes };
  if (badge === null) return without;
  if (typeof badge === "string") return { ...without, badge };
  const { en, ...badgeTranslations } = badge;
  return { ...without, badge: en, badgeTranslations };
}

/** The first feature of a plan says how many documents it has. */
function changeLimit(plan: Plan, documentLimit: number | null): Plan {
  if (documentLimit === plan.documentLimit) return plan;
  const { code, message } = say(describeLimit(documentLimit));
  const [, ...features] = plan.features;
  const [, ...codes] = plan.codes.features;
  return {
    ...plan,
    documentLimit,
    features: [message, ...features],
    codes: { ...plan.codes, features: [code, ...codes] },
  };
}

function describeLimit(documents: number | null): Message {
  if (documents === null) return { code: "plan-feature-unlimited", text: "Unlimited documents" };
  return documents === 1
    ? { code: "plan-feature-1-document", text: "1 document" }
    : { code: "plan-feature-documents", text: "{count} documents", params: { count: documents } };
}
