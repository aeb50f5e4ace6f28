import { localize } from "./localize.ts";

/** Sentences of emailing a document. Errors about the address are in src/features/mail/mail.schema.ts. */
export const emailMessages = localize({
  title: { en: "Email this document", es: "Enviar este documento por correo" },
  intro: {
    en: (name: string) => `One email with the stamped copy of ${name} and its certificate, to one person.`,
    es: (name: string) => `Un correo con la copia sellada de ${name} y su certificado, para una persona.`,
  },
  email: { en: "Recipient email", es: "Correo electrónico del destinatario" },
  name: { en: "Recipient name", es: "Nombre del destinatario" },
  note: { en: "Personal note", es: "Nota personal" },
  noteHint: {
    en: "Up to 200 characters. Shown as your own words; web addresses in it don't become links.",
    es: "Hasta 200 caracteres. Se muestra como palabras suyas y no se convierte en enlace.",
  },
  language: { en: "Language of the email", es: "Idioma del correo" },
  optional: { en: "optional", es: "opcional" },
  submit: { en: "Send email", es: "Enviar correo" },
  pending: { en: "Sending…", es: "Enviando…" },
  /** Where the operator has set up no mail server. */
  unsent: {
    text: {
      en: "This site can't send email yet. We keep your message for the people who run it, and no one else gets it. To share a document now, download it and send it yourself.",
      es: "Este sitio aún no puede enviar correo. Guardamos su mensaje para quienes lo administran, y nadie más lo recibe. Para compartir un documento ahora, descárguelo y envíelo usted.",
    },
    submit: { en: "Keep this message", es: "Guardar este mensaje" },
    pending: { en: "Saving…", es: "Guardando…" },
  },
  close: { en: "Close", es: "Cerrar" },
  action: { en: "Email", es: "Correo" },
  actionLabel: { en: (name: string) => `Email ${name}`, es: (name: string) => `Enviar ${name} por correo` },
  failed: { en: "Failed to send email", es: "No se ha podido enviar el correo" },
  fallback: { en: "Could not send the document.", es: "No se ha podido enviar el documento." },
  notAvailable: { en: "Email not available", es: "El envío por correo no está disponible" },
  notAvailableText: {
    en: "This document hasn't been processed yet.",
    es: "Este documento aún no se ha procesado.",
  },
  outcome: {
    sent: { en: "Email sent", es: "Correo enviado" },
    queued: { en: "Your email will be sent soon", es: "Su correo se enviará en breve" },
    saved: {
      en: "Not sent: this site can't send email yet",
      es: "No enviado: este sitio aún no puede enviar correo",
    },
  },
  shared: {
    title: { en: "Download the files", es: "Descargar los archivos" },
    intro: {
      en: (days: number) =>
        `Someone stamped a document on this site and sent you this link. It works for ${days} days after the email was sent.`,
      es: (days: number) =>
        `Alguien selló un documento en este sitio y le envió este enlace. Funciona durante ${days} días desde el envío del correo.`,
    },
    more: { en: "Serial number and evidence pack", es: "Número de serie y paquete de pruebas" },
    serial: { en: "Serial number", es: "Número de serie" },
    verify: { en: "Verify this document", es: "Verificar este documento" },
    failed: {
      en: "Couldn't load the details of the document. You can still download the files.",
      es: "No hemos podido cargar los datos del documento. Aun así puede descargar los archivos.",
    },
    again: { en: "Try again", es: "Reintentar" },
    list: { en: "Download the list of files", es: "Descargar la lista de archivos" },
    stampedCopy: { en: "Download the stamped copy", es: "Descargar la copia sellada" },
    certificate: { en: "Download the certificate", es: "Descargar el certificado" },
    evidence: { en: "Download the evidence pack", es: "Descargar el paquete de pruebas" },
    evidenceHint: {
      en: "The evidence pack has everything you need to check the document without this site, even offline.",
      es: "El paquete de pruebas contiene todo lo necesario para comprobar el documento sin este sitio, incluso sin conexión.",
    },
  },
  sharedLink: {
    title: { en: "This link is no longer valid", es: "Este enlace ya no es válido" },
    reason: {
      en: (days: number) =>
        `Links in our emails work for ${days} days, as long as the document still exists and you use the complete link.`,
      es: (days: number) =>
        `Los enlaces de nuestros correos funcionan durante ${days} días, siempre que el documento siga aquí y se haya copiado la dirección completa.`,
    },
    remedy: { en: "Please ask the sender for a new one.", es: "Pida uno nuevo a quien se lo envió." },
    home: { en: "Go to the home page", es: "Ir a la página de inicio" },
  },
});
