import { sendsMail } from "../../environment/server-settings.ts";
import type { adminTickets as english } from "../english/admin-tickets.ts";

const unsent =
  "Este sitio aún no puede enviar correo: la respuesta aparece en sus consultas. Para llegar a quien no tiene cuenta, escriba desde un buzón propio.";

export const adminTickets: typeof english = {
  count: (count) => (count === 1 ? "1 consulta" : `${count} consultas`),
  newest: (count) => `Las ${count} consultas más recientes`,
  none: "No se han encontrado consultas de soporte",
  id: "Consulta",
  from: "De",
  gone: "una cuenta eliminada",
  visitor: "mediante el formulario de contacto",
  getStatus: (subject) => `Estado de ${subject}`,
  resolve: "Marcar como resuelta",
  delete: "Eliminar",
  deleteLabel: (subject) => `Eliminar ${subject}`,
  updated: "Consulta actualizada",
  updateFailed: "No se ha podido actualizar la consulta",
  updateFallback: "Vuelva a intentarlo dentro de un momento.",
  search: "Buscar asunto, mensaje o correo",
  everyStatus: "Cualquier estado",
  choose: "Elija una consulta para leerla y responderla.",
  back: "Todas las consultas",
  us: "Soporte",
  writer: {
    account: "Cuenta",
    open: "Abrir la cuenta",
    payments: "Pagos",
    documents: "Documentos",
    none: "Ninguno",
    more: (count) => `y ${count} más`,
  },
  answer: {
    label: "Respuesta",
    hint: sendsMail
      ? "Lo enviamos por correo con el asunto y la pregunta. También aparece en sus consultas."
      : unsent,
    submit: "Enviar respuesta",
    pending: "Enviando…",
  },
  mail: {
    queued: "El correo está en camino",
    sending: "El correo se está enviando",
    sent: "Enviado por correo",
    saved: "No enviado: este sitio aún no puede enviar correos",
    failed: "No enviado: el servidor de correo lo rechazó",
    uncertain: "No se sabe si el correo llegó",
  },
  resolution: {
    title: "Marcar como resuelta",
    label: "Respuesta",
    hint: sendsMail ? "La enviamos por correo a quien escribió, y aparece en sus consultas." : unsent,
    submit: "Marcar como resuelta",
    pending: "Guardando…",
  },
  dialog: {
    title: "¿Eliminar esta consulta?",
    text: (subject) => `«${subject}» se elimina también para quien la escribió. Esto no se puede deshacer.`,
    confirm: "Eliminar consulta",
  },
  deleted: "Consulta eliminada",
  deleteFailed: "No se ha podido eliminar",
  deleteFallback: "No se ha podido eliminar la consulta",
};
