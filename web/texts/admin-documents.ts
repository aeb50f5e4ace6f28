import { localizeWhole } from "./localize.ts";

/** Texts of the document search. */
export const searchMessages = localizeWhole({
  by: { en: "Search by", es: "Buscar por" },
  keys: {
    email: { en: "Email", es: "Correo electrónico" },
    serial: { en: "Serial number", es: "Número de serie" },
    username: { en: "Username", es: "Nombre de usuario" },
  },
  term: { en: "Search term", es: "Texto que se busca" },
  hint: { en: "You can enter just part of it.", es: "Puede escribir solo una parte." },
  submit: { en: "Search", es: "Buscar" },
  start: {
    en: "Search for a client's documents by email, serial number or username.",
    es: "Busque los documentos de un cliente por correo electrónico, número de serie o nombre de usuario.",
  },
  found: {
    en: (count: number) => (count === 1 ? "1 document" : `${count} documents`),
    es: (count: number) => (count === 1 ? "1 documento" : `${count} documentos`),
  },
  most: {
    en: "These are the newest 100. To find older ones, enter more of the text.",
    es: "Se muestran los 100 más recientes. Busque más texto para encontrar los anteriores.",
  },
  none: {
    en: (term: string) => `No documents found for "${term}"`,
    es: (term: string) => `No se han encontrado documentos para «${term}»`,
  },
  client: { en: "Client", es: "Cliente" },
  username: { en: "Username", es: "Nombre de usuario" },
  email: { en: "Email", es: "Correo electrónico" },
  serial: { en: "Serial number", es: "Número de serie" },
  uploaded: { en: "Uploaded", es: "Subido" },
  stamped: { en: "Stamped", es: "Sellado" },
  size: { en: "Size and type", es: "Tamaño y tipo" },
  nameRemoved: { en: "Name removed", es: "Nombre eliminado" },
  nobody: { en: "Deleted account", es: "Cuenta eliminada" },
  actions: {
    email: { en: "Email documents", es: "Enviar documentos por correo" },
    stamped: { en: "Download stamped", es: "Descargar copia sellada" },
    certificate: { en: "Download certificate", es: "Descargar certificado" },
    original: { en: "View original", es: "Ver original" },
  },
  notAvailable: { en: "Download not available", es: "La descarga no está disponible" },
  emailNotAvailable: { en: "Email not available", es: "El envío por correo no está disponible" },
  notProcessed: {
    en: "This document hasn't been processed yet.",
    es: "Este documento aún no se ha procesado.",
  },
  originalDeleted: { en: "Original not available", es: "El original no está disponible" },
  originalDeletedText: {
    en: (when: string) => `We deleted the original on ${when}, as promised.`,
    es: (when: string) => `El original se eliminó el ${when}, según lo prometido.`,
  },
  dialog: {
    title: { en: "Email the client their documents", es: "Enviar al cliente sus documentos" },
    intro: {
      en: (name: string) => `One email with the stamped copy of ${name} and its certificate.`,
      es: (name: string) => `Un correo con la copia sellada de ${name} y su certificado.`,
    },
    unsent: {
      en: "This site can't send email yet: the email is written to the folder outbox of the server. To reach the client now, download the documents and send them yourself.",
      es: "Este sitio aún no puede enviar correo: el correo se escribe en la carpeta outbox del servidor. Para llegar ahora al cliente, descargue los documentos y envíelos usted.",
    },
    address: { en: "Client's email", es: "Correo electrónico del cliente" },
    noAddress: {
      en: "This client has no email address on file.",
      es: "Este cliente no tiene ningún correo electrónico registrado.",
    },
    submit: { en: "Send documents", es: "Enviar documentos" },
    pending: { en: "Sending…", es: "Enviando…" },
  },
  outcome: {
    sent: { en: "Documents Sent!", es: "¡Documentos enviados!" },
    queued: { en: "Documents will be sent soon", es: "Los documentos se enviarán en breve" },
    saved: {
      en: "Not sent: this site can't send email yet",
      es: "No enviado: este sitio aún no puede enviar correo",
    },
  },
  sentText: {
    en: "Documents have been successfully emailed to the client.",
    es: "Los documentos se han enviado por correo al cliente.",
  },
  failed: { en: "Email Failed", es: "No se ha podido enviar el correo" },
  fallback: {
    en: "Failed to send documents. Please try again or use manual delivery.",
    es: "No se han podido enviar los documentos. Vuelva a intentarlo o entréguelos a mano.",
  },
});
