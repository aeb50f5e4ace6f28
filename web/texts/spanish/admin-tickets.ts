import type { Catalogue } from "../catalogue.ts";

export const adminTickets: Catalogue["adminTickets"] = {
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
  resolution: {
    title: "Marcar como resuelta",
    label: "Respuesta",
    hint: "La enviamos por correo a quien escribió, y aparece en sus consultas.",
    submit: "Marcar como resuelta",
    pending: "Guardando...",
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
