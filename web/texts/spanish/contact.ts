import { productName, retentionHours, sendsMail } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

export const contact: Catalog["contact"] = {
  title: "Contacto",
  intro: sendsMail
    ? "¿Tiene una pregunta, una idea o un problema? Escríbanos. No necesita una cuenta."
    : "¿Tiene una pregunta, una idea o un problema? Escríbanos. Este sitio aún no puede enviar correo: para responderle, tenemos que escribirle desde un buzón propio. Con una cuenta, encontrará nuestra respuesta en Mis consultas.",
  home: "Inicio",
  form: {
    title: "Envíe un mensaje",
    name: "Nombre",
    email: "Correo electrónico",
    subject: "Asunto",
    message: "Mensaje",
    submit: "Enviar mensaje",
    pending: "Enviando…",
    done: "¡Mensaje enviado!",
    doneText: "Le responderemos lo antes posible.",
    failed: "El mensaje no se ha enviado",
    fallback: "No se ha podido enviar el mensaje. Vuelva a intentarlo.",
  },
  sent: {
    title: "Gracias. Hemos recibido su mensaje.",
    text: (email) =>
      sendsMail
        ? `Le escribiremos a ${email} lo antes posible.`
        : `Lo guardamos para quienes gestionan este sitio. Tendrán que escribir a ${email} desde un buzón propio, porque este sitio aún no puede enviar correo.`,
    again: "Enviar otro mensaje",
  },
  about: {
    title: "Nosotros",
    paragraphs: [
      `${productName} es un servicio de sello de tiempo y validación para particulares y creadores. Usted sube un documento y recibe una copia sellada y un certificado de atestación que cualquiera puede comprobar.`,
      `No sustituye a los derechos de autor: el servicio solo valida sus declaraciones en un momento determinado. Eliminamos los originales al cabo de ${retentionHours} horas.`,
    ],
  },
};
