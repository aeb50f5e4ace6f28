import type { Messages } from "../messages.ts";

/** The server's messages about projects. */
export const projectMessages: Messages = {
  "nothing-chosen": "Elija al menos un documento.",
  "project-full": "Un proyecto admite como máximo {count} documentos. Empiece otro proyecto.",
  "project-name-required": "Escriba un nombre para el proyecto",
  "project-name-too-long": "Nombre del proyecto: use 100 caracteres como máximo",
  "project-not-found": "Este proyecto no existe.",
  "too-many-projects":
    "Tiene {count} proyectos, que es el máximo. Elimine uno antes; sus documentos se conservan.",
};
