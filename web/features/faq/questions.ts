import { plans } from "../../../src/features/billing/plans.ts";
import { formatCents } from "../../lib/format.ts";
import { faqQuestions } from "../../texts/english/faq-questions.ts";
import { localize } from "../../texts/translation.ts";
import type { Question } from "./faq.ts";

const { trial, payper, smallbundle, bundle, unlimited } = plans;

const { general, technical, billing } = localize(
  "faqQuestions",
  faqQuestions,
)({
  trial: formatCents(trial.price),
  payper: formatCents(payper.price),
  smallbundle: formatCents(smallbundle.price),
  bundle: formatCents(bundle.price),
  unlimited: formatCents(unlimited.price),
});

/** Every question in display order. */
export const questions: readonly Question[] = [
  ...Object.values(general).map((entry) => ({ category: "general" as const, ...entry })),
  ...Object.values(technical).map((entry) => ({ category: "technical" as const, ...entry })),
  ...Object.values(billing).map((entry) => ({ category: "billing" as const, ...entry })),
];
