import { type TicketCategory, ticketCategories } from "../../../src/features/support/support.schema.ts";

export type Question = { category: TicketCategory; question: string; answer: string };

/** What the questions can be narrowed to; in the order of the buttons. */
export const faqFilters = [
  "all",
  "general",
  ...ticketCategories.filter((name) => name !== "general"),
] as const;
export type FaqFilter = (typeof faqFilters)[number];

/** The questions of a category that hold every word looked for, in question or answer, in any letters. */
export function findQuestions(questions: readonly Question[], filter: FaqFilter, search: string): Question[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter(({ category, question, answer }) => {
    const text = `${question} ${answer}`.toLowerCase();
    return (filter === "all" || filter === category) && words.every((word) => text.includes(word));
  });
}
