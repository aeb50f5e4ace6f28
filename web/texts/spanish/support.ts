import { sendsMail } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

export const support: Catalog["support"] = {
  title: "Soporte",
  intro: "Encuentre una respuesta, o escríbanos: lo lee una persona.",
  quickHelp: {
    title: "¿En qué necesita ayuda?",
    buttons: {
      technical: {
        name: "Procesamiento de documentos",
        text: "Subidas, sellos, certificados, verificación.",
      },
      billing: { name: "Facturación y planes", text: "Pagos, planes, paquetes, reembolsos." },
      general: { name: "Asuntos de la cuenta", text: "Inicio de sesión, sus datos, cualquier otra cosa." },
    },
  },
  tabs: { label: "Formas de obtener ayuda", faq: "Preguntas frecuentes", contact: "Contáctenos" },
  form: {
    title: "Escríbanos",
    email: "Correo electrónico",
    emailHint: sendsMail
      ? "Nuestra respuesta se envía a esta dirección."
      : "Encontrará nuestra respuesta en Mis consultas. Este sitio aún no puede enviar correo.",
    category: "Categoría",
    subject: "Asunto",
    message: "Mensaje",
    messageHint: "Si se trata de un documento, indíquenos su número de serie o su nombre.",
    submit: "Enviar consulta",
    pending: "Enviando…",
    done: "Consulta enviada",
    doneText: "¡Le responderemos en un plazo de 24 horas!",
    failed: "La consulta no se ha enviado",
    fallback: "No se ha podido enviar la consulta",
  },
  received: {
    title: "Hemos recibido su consulta",
    byEmail: (email) => `Enviaremos nuestra respuesta a ${email}. También la encontrará en Mis consultas.`,
    here: "Encontrará nuestra respuesta en Mis consultas.",
  },
  promises: {
    title: "Cuándo respondemos",
    technical: "en 24 horas",
    billing: "en 12 horas",
    general: "en 48 horas",
    seeTickets: "También encontrará nuestras respuestas en Mis consultas.",
  },
  categories: { technical: "Técnica", billing: "Facturación", general: "General" },
  tickets: {
    title: "Mis consultas",
    intro: "Sus preguntas y nuestras respuestas.",
    submit: "Enviar una consulta",
    loading: "Cargando sus consultas…",
    failed: "No se han podido cargar sus consultas. Vuelva a intentarlo más tarde.",
    again: "Reintentar",
    empty: "Aún no hay consultas",
    emptyText: "Sus consultas y nuestras respuestas aparecerán aquí.",
    status: "Estado",
    statuses: { open: "Abierta", in_progress: "En curso", resolved: "Resuelta", closed: "Cerrada" },
    priority: "Prioridad",
    priorities: { urgent: "Urgente", high: "Alta", medium: "Media", low: "Baja" },
    answer: "Respuesta de soporte",
    yourAnswer: "Usted respondió",
    reply: {
      open: "Responder",
      openNamed: (subject) => `Responder «${subject}»`,
      label: "Su respuesta",
      reopens: "Al enviarla, la consulta vuelve a abrirse.",
      submit: "Enviar respuesta",
      pending: "Enviando…",
      cancel: "Cancelar",
      done: "Respuesta enviada",
      failed: "No se ha enviado la respuesta",
      fallback: "Vuelva a intentarlo dentro de un momento.",
    },
    resolution: "Respuesta",
    id: "Número de consulta",
  },
};
