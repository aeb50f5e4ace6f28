/** Sentences around the questions; the questions are in faq-questions.ts. */
export const faq = {
  title: "Frequently asked questions",
  intro: "Answers to common questions.",
  filters: { label: "Category", all: "All", general: "General", technical: "Technical", billing: "Billing" },
  search: "Search the questions",
  found: (count: number) => (count === 1 ? "1 question" : `${count} questions`),
  none: "No questions found for this category.",
  notAnswered: "Can't find your question?",
  ask: "Write to us",
};
