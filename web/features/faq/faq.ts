import { type TicketCategory, ticketCategories } from "../../../src/features/support/support.schema.ts";

export type Question = {
  /** The fragment of its address. */
  id: string;
  category: TicketCategory;
  question: string;
  answer: string;
};

/** The filters, in the order of the buttons. */
export const faqFilters = [
  "all",
  "general",
  ...ticketCategories.filter((name) => name !== "general"),
] as const;
export type FaqFilter = (typeof faqFilters)[number];

/** The questions of a category whose question or answer contains every search word, ignoring case. */
export function findQuestions(questions: readonly Question[], filter: FaqFilter, search: string): Question[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter(({ category, question, answer }) => {
    const text = `${question} ${answer}`.toLowerCase();
    return (filter === "all" || filter === category) && words.every((word) => text.includes(word));
  });
}
