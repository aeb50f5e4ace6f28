import type { PlanId } from "../../../db/columns/billing.ts";
import { mapPlans } from "../../../src/features/plan-ids.ts";
import type { ShownTerms } from "../../../src/server/http/page-renderer.ts";
import { plans as shownPlans, signupOpen } from "../../environment/server-settings.ts";
import { formatCents } from "../../lib/format.ts";
import { faqQuestions } from "../../texts/faq-questions.ts";
import type { Question } from "./faq.ts";

type Answered = Pick<Question, "question" | "answer">;

/** Every question in display order, with these prices in the answers. Without sign-up, no one can be referred. */
export function buildQuestions(plans: Record<PlanId, ShownTerms>): readonly Question[] {
  const { general, technical, billing } = faqQuestions(
    plans,
    mapPlans((id) => formatCents(plans[id].price)),
  );
  const list = (category: Question["category"], entries: Record<string, Answered>) =>
    Object.entries(entries)
      .filter(([id]) => signupOpen || id !== "referrals")
      .map(([id, entry]) => ({ id, category, ...entry }));
  return [...list("general", general), ...list("technical", technical), ...list("billing", billing)];
}

export const questions = buildQuestions(shownPlans);
