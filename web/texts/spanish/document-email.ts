import type { Catalog } from "../catalog.ts";

export const documentEmail: Catalog["documentEmail"] = {
  title: "Enviar este documento por correo",
  intro: (name) => `Un correo con la copia sellada de ${name} y su certificado, para una persona.`,
  email: "Correo electrónico del destinatario",
  name: "Nombre del destinatario",
  note: "Nota personal",
  noteHint: "Hasta 200 caracteres. Se muestra como palabras suyas y no se convierte en enlace.",
  language: "Idioma del correo",
  optional: "opcional",
  submit: "Enviar correo",
  pending: "Enviando…",
  unsent: {
    text: "Este sitio aún no puede enviar correo. Guardamos su mensaje para quienes lo administran, y nadie más lo recibe. Para compartir un documento ahora, descárguelo y envíelo usted.",
    submit: "Guardar este mensaje",
    pending: "Guardando…",
  },
  close: "Cerrar",
  action: "Correo",
  actionLabel: (name) => `Enviar ${name} por correo`,
  failed: "No se ha podido enviar el correo",
  fallback: "No se ha podido enviar el documento.",
  notAvailable: "El envío por correo no está disponible",
  notAvailableText: "Este documento aún no se ha procesado.",
  outcome: {
    sent: "Correo enviado",
    queued: "Su correo se enviará en breve",
    saved: "No enviado: este sitio aún no puede enviar correo",
  },
  shared: {
    title: "Descargar los archivos",
    intro: (days) =>
      `Alguien selló un documento en este sitio y le envió este enlace. Funciona durante ${days} días desde el envío del correo.`,
    more: "Número de serie y paquete de pruebas",
    serial: "Número de serie",
    verify: "Verificar este documento",
    failed: "No hemos podido cargar los datos del documento. Aun así puede descargar los archivos.",
    again: "Reintentar",
    list: "Descargar la lista de archivos",
    stampedCopy: "Descargar la copia sellada",
    certificate: "Descargar el certificado",
    evidence: "Descargar el paquete de pruebas",
    evidenceHint:
      "El paquete de pruebas contiene todo lo necesario para comprobar el documento sin este sitio, incluso sin conexión.",
  },
  sharedLink: {
    title: "Este enlace ya no es válido",
    reason: (days) =>
      `Los enlaces de nuestros correos funcionan durante ${days} días, siempre que el documento siga aquí y se haya copiado la dirección completa.`,
    remedy: "Pida uno nuevo a quien se lo envió.",
    home: "Ir a la página de inicio",
  },
};
