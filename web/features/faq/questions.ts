import type { Question } from "./faq.ts";
import { billingQuestions } from "./questions/billing.ts";
import { generalQuestions } from "./questions/general.ts";
import { technicalQuestions } from "./questions/technical.ts";

/** Every question, in the order in which they are shown. Answers must stay true of what the product does. */
export const questions: readonly Question[] = [
  ...generalQuestions,
  ...technicalQuestions,
  ...billingQuestions,
];
