import { sendsMail } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

const unsentEn =
  "This site can't send email yet: the reply appears in their tickets. To reach someone without an account, write from a mailbox of your own.";

const unsentEs =
  "Este sitio aún no puede enviar correo: la respuesta aparece en sus consultas. Para llegar a quien no tiene cuenta, escriba desde un buzón propio.";

/** Texts of the support tickets in the admin portal. */
export const adminTicketsMessages = localizeWhole({
  count: {
    en: (count: number) => (count === 1 ? "1 ticket" : `${count} tickets`),
    es: (count: number) => (count === 1 ? "1 consulta" : `${count} consultas`),
  },
  newest: {
    en: (count: number) => `The newest ${count} tickets`,
    es: (count: number) => `Las ${count} consultas más recientes`,
  },
  none: { en: "No support tickets found", es: "No se han encontrado consultas de soporte" },
  id: { en: "Ticket", es: "Consulta" },
  from: { en: "From", es: "De" },
  gone: { en: "a deleted account", es: "una cuenta eliminada" },
  visitor: { en: "through the contact form", es: "mediante el formulario de contacto" },
  getStatus: {
    en: (subject: string) => `Status of ${subject}`,
    es: (subject: string) => `Estado de ${subject}`,
  },
  resolve: { en: "Mark as Resolved", es: "Marcar como resuelta" },
  delete: { en: "Delete", es: "Eliminar" },
  deleteLabel: {
    en: (subject: string) => `Delete ${subject}`,
    es: (subject: string) => `Eliminar ${subject}`,
  },
  updated: { en: "Ticket updated", es: "Consulta actualizada" },
  updateFailed: { en: "Failed to update ticket", es: "No se ha podido actualizar la consulta" },
  updateFallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  search: { en: "Search subject, message or email", es: "Buscar asunto, mensaje o correo" },
  everyStatus: { en: "Every status", es: "Cualquier estado" },
  choose: {
    en: "Choose a ticket to read and reply to it.",
    es: "Elija una consulta para leerla y responderla.",
  },
  back: { en: "All tickets", es: "Todas las consultas" },
  us: { en: "Support", es: "Soporte" },
  writer: {
    account: { en: "Account", es: "Cuenta" },
    open: { en: "Open the account", es: "Abrir la cuenta" },
    payments: { en: "Payments", es: "Pagos" },
    documents: { en: "Documents", es: "Documentos" },
    none: { en: "None", es: "Ninguno" },
    more: { en: (count: number) => `and ${count} more`, es: (count: number) => `y ${count} más` },
  },
  answer: {
    label: { en: "Reply", es: "Respuesta" },
    hint: {
      en: sendsMail
        ? "We'll email it with the subject and the question. It also appears in their tickets."
        : unsentEn,
      es: sendsMail
        ? "Lo enviamos por correo con el asunto y la pregunta. También aparece en sus consultas."
        : unsentEs,
    },
    submit: { en: "Send reply", es: "Enviar respuesta" },
    pending: { en: "Sending…", es: "Enviando…" },
  },
  mail: {
    queued: { en: "Email is on its way", es: "El correo está en camino" },
    sending: { en: "Email is being sent", es: "El correo se está enviando" },
    sent: { en: "Emailed", es: "Enviado por correo" },
    saved: {
      en: "Not emailed: this site can't send email yet",
      es: "No enviado: este sitio aún no puede enviar correos",
    },
    failed: {
      en: "Not emailed: the mail server refused it",
      es: "No enviado: el servidor de correo lo rechazó",
    },
    uncertain: { en: "We don't know whether the email arrived", es: "No se sabe si el correo llegó" },
  },
  resolution: {
    title: { en: "Mark as Resolved", es: "Marcar como resuelta" },
    label: { en: "Resolution", es: "Respuesta" },
    hint: {
      en: sendsMail ? "We'll email it to the person who wrote. It also appears in their tickets." : unsentEn,
      es: sendsMail ? "La enviamos por correo a quien escribió, y aparece en sus consultas." : unsentEs,
    },
    submit: { en: "Mark as Resolved", es: "Marcar como resuelta" },
    pending: { en: "Saving…", es: "Guardando…" },
    discard: { en: "Discard draft", es: "Descartar borrador" },
  },
  dialog: {
    title: { en: "Delete this ticket?", es: "¿Eliminar esta consulta?" },
    text: {
      en: (subject: string) =>
        `This also deletes "${subject}" for the person who wrote it. You can't undo this.`,
      es: (subject: string) =>
        `«${subject}» se elimina también para quien la escribió. Esto no se puede deshacer.`,
    },
    confirm: { en: "Delete ticket", es: "Eliminar consulta" },
  },
  deleted: { en: "Ticket Deleted", es: "Consulta eliminada" },
  deleteFailed: { en: "Delete Failed", es: "No se ha podido eliminar" },
  deleteFallback: { en: "Failed to delete ticket", es: "No se ha podido eliminar la consulta" },
});
