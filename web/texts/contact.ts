import { productName, retentionHours, sendsMail } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

/** Sentences of the contact page. Errors that the server also returns are in support.schema.ts. */
export const contactMessages = localize({
  title: { en: "Contact Us", es: "Contacto" },
  intro: {
    en: sendsMail
      ? "Have a question, an idea or a problem? Write to us. You don't need an account."
      : "Have a question, an idea or a problem? Write to us. This site can't send email yet: to reply, we have to write to you from a mailbox of our own. With an account, you'll find our reply in My Tickets.",
    es: sendsMail
      ? "¿Tiene una pregunta, una idea o un problema? Escríbanos. No necesita una cuenta."
      : "¿Tiene una pregunta, una idea o un problema? Escríbanos. Este sitio aún no puede enviar correo: para responderle, tenemos que escribirle desde un buzón propio. Con una cuenta, encontrará nuestra respuesta en Mis consultas.",
  },
  home: { en: "Home", es: "Inicio" },
  form: {
    title: { en: "Send a message", es: "Envíe un mensaje" },
    name: { en: "Name", es: "Nombre" },
    email: { en: "Email", es: "Correo electrónico" },
    subject: { en: "Subject", es: "Asunto" },
    message: { en: "Message", es: "Mensaje" },
    submit: { en: "Send message", es: "Enviar mensaje" },
    pending: { en: "Sending…", es: "Enviando…" },
    done: { en: "Message sent!", es: "¡Mensaje enviado!" },
    doneText: { en: "We'll get back to you as soon as possible.", es: "Le responderemos lo antes posible." },
    failed: { en: "Message not sent", es: "El mensaje no se ha enviado" },
    fallback: {
      en: "Failed to send message. Please try again.",
      es: "No se ha podido enviar el mensaje. Vuelva a intentarlo.",
    },
  },
  sent: {
    title: { en: "Thank you. We got your message.", es: "Gracias. Hemos recibido su mensaje." },
    text: {
      en: (email: string) =>
        sendsMail
          ? `We'll email you at ${email} as soon as possible.`
          : `We keep it for the people who run this site. They'll have to write to ${email} from a mailbox of their own, since this site can't send email yet.`,
      es: (email: string) =>
        sendsMail
          ? `Le escribiremos a ${email} lo antes posible.`
          : `Lo guardamos para quienes gestionan este sitio. Tendrán que escribir a ${email} desde un buzón propio, porque este sitio aún no puede enviar correo.`,
    },
    again: { en: "Send Another Message", es: "Enviar otro mensaje" },
  },
  about: {
    title: { en: `About ${productName}`, es: "Nosotros" },
    paragraphs: [
      {
        en: `${productName} is a timestamping and validation service for everyday people and creatives. Upload a document, and get back a stamped copy and a Certificate of Attestation that anyone can check.`,
        es: `${productName} es un servicio de sello de tiempo y validación para particulares y creadores. Usted sube un documento y recibe una copia sellada y un certificado de atestación que cualquiera puede comprobar.`,
      },
      {
        en: `It does not replace a copyright: the service only validates your claims at a point in time. We delete originals after ${retentionHours} hours.`,
        es: `No sustituye a los derechos de autor: el servicio solo valida sus declaraciones en un momento determinado. Eliminamos los originales al cabo de ${retentionHours} horas.`,
      },
    ],
  },
});
