import { localize } from "./localize.ts";

/** Sentences around the questions; the questions are in faq-questions.ts. */
export const faqMessages = localize({
  title: { en: "Frequently asked questions", es: "Preguntas frecuentes" },
  intro: { en: "Answers to common questions.", es: "Respuestas a preguntas comunes." },
  filters: {
    label: { en: "Category", es: "Categoría" },
    all: { en: "All", es: "Todas" },
    general: { en: "General", es: "Generales" },
    technical: { en: "Technical", es: "Técnicas" },
    billing: { en: "Billing", es: "Facturación" },
  },
  search: { en: "Search the questions", es: "Buscar en las preguntas" },
  found: {
    en: (count: number) => (count === 1 ? "1 question" : `${count} questions`),
    es: (count: number) => (count === 1 ? "1 pregunta" : `${count} preguntas`),
  },
  none: {
    en: "No questions found for this category.",
    es: "No se han encontrado preguntas en esta categoría.",
  },
  notAnswered: { en: "Can't find your question?", es: "¿No encuentra su pregunta?" },
  ask: { en: "Write to us", es: "Escríbanos" },
});
