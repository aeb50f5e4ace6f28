import type { Catalog } from "../catalog.ts";

export const faq: Catalog["faq"] = {
  title: "Preguntas frecuentes",
  intro: "Respuestas a preguntas comunes.",
  filters: {
    label: "Categoría",
    all: "Todas",
    general: "Generales",
    technical: "Técnicas",
    billing: "Facturación",
  },
  search: "Buscar en las preguntas",
  found: (count) => (count === 1 ? "1 pregunta" : `${count} preguntas`),
  none: "No se han encontrado preguntas en esta categoría.",
  notAnswered: "¿No encuentra su pregunta?",
  ask: "Escríbanos",
};
