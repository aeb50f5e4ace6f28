import type { Messages } from "../messages.ts";

/** The server's messages about projects. */
export const projectMessages: Messages = {
  "exhibit-letters-invalid": "Letras de los anexos: use de una a tres letras, de la A a la Z",
  "nothing-chosen": "Elija al menos un documento.",
  "project-full": "Un proyecto admite como máximo {count} documentos. Empiece otro proyecto.",
  "project-name-required": "Escriba un nombre para el proyecto",
  "project-name-too-long": "Nombre del proyecto: use 100 caracteres como máximo",
  "project-not-found": "Este proyecto no existe.",
  "project-still-stamping":
    "Se está sellando un documento de este proyecto. Vuelva a intentarlo cuando esté completado.",
  "project-without-stamps":
    "Ningún documento de este proyecto está sellado todavía, así que no hay nada que enumerar.",
  "acknowledgement-by-owner":
    "La cuenta que comparte este proyecto ha iniciado sesión con este navegador, así que aquí no se puede confirmar que otra persona haya visto los documentos. Abra el enlace en el dispositivo del destinatario.",
  "acknowledgement-given": "Este proyecto ya tiene un acuse con este enlace. Solo se puede dar una vez.",
  "acknowledgement-message-too-long": "Mensaje: use 500 caracteres como máximo",
  "acknowledgement-name-required": "Escriba su nombre",
  "acknowledgement-name-too-long": "Nombre: use 100 caracteres como máximo",
  "acknowledgement-not-asked": "Este enlace no pide ningún acuse.",
  "shared-entries-changed":
    "Los documentos de este proyecto han cambiado. Vuelva a cargar la página y revíselos.",
  "download-not-shared": "Este enlace no permite esta descarga.",
  "share-label-too-long": "Para quién: use 100 caracteres como máximo",
  "share-not-to-copy": "Aquí no hay ningún enlace que copiar: se envió por correo o ha terminado.",
  "share-not-found": "Este enlace no existe.",
  "document-not-in-project": "Este documento se ha retirado o ya no está en el proyecto.",
  "no-documents-in-project": "Ahora no hay documentos en este proyecto.",
  "share-over": "Este enlace no funciona o ha dejado de funcionar.",
  "share-password-needed": "Abra de nuevo el enlace e introduzca su contraseña.",
  "share-password-too-long": "Contraseña: use 200 caracteres como máximo",
  "share-password-too-short": "Contraseña: use al menos 8 caracteres",
  "share-password-wrong": "Esta contraseña no es correcta.",
  "share-too-long": "Un enlace funciona 365 días como máximo.",
  "too-many-shares": "Este proyecto tiene {count} enlaces, que es el máximo. Anule uno antes.",
  "too-many-projects":
    "Tiene {count} proyectos, que es el máximo. Elimine uno antes; sus documentos se conservan.",
};
