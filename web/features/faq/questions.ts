import { mapPlans, type PlanId } from "../../../src/features/plan-ids.ts";
import type { ShownTerms } from "../../../src/server/http/page-renderer.ts";
import { formatCents } from "../../lib/format.ts";
import { plans as shownPlans } from "../../lib/server-settings.ts";
import { faqQuestions } from "../../texts/english/faq-questions.ts";
import { localize } from "../../texts/translation.ts";
import type { Question } from "./faq.ts";

/** Every question in display order, with these prices in the answers. */
export function buildQuestions(plans: Record<PlanId, ShownTerms>): readonly Question[] {
  const { general, technical, billing } = localize("faqQuestions", faqQuestions)(
    plans,
    mapPlans((id) => formatCents(plans[id].price)),
  );
  return [
    ...Object.values(general).map((entry) => ({ category: "general" as const, ...entry })),
    ...Object.values(technical).map((entry) => ({ category: "technical" as const, ...entry })),
    ...Object.values(billing).map((entry) => ({ category: "billing" as const, ...entry })),
  ];
}

export const questions = buildQuestions(shownPlans);
