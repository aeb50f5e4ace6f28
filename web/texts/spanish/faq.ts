import type { Catalogue } from "../catalogue.ts";

export const faq: Catalogue["faq"] = {
  title: "Preguntas frecuentes",
  intro: "Lo que la gente pregunta, y lo que hay de cierto.",
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
  notAnswered: "¿Su pregunta no está aquí?",
  ask: "Escríbanos",
};
