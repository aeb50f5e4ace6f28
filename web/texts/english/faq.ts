/** Sentences around the questions; the questions themselves stand in questions/. */
export const faq = {
  title: "Frequently asked questions",
  intro: "What people ask, and what is true of it.",
  filters: { label: "Category", all: "All", general: "General", technical: "Technical", billing: "Billing" },
  search: "Search the questions",
  found: (count: number) => (count === 1 ? "1 question" : `${count} questions`),
  none: "No questions found for this category.",
  notAnswered: "Your question is not here?",
  ask: "Write to us",
};
