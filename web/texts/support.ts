import { sendsMail } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

/** Sentences of support and of the user's tickets. Errors that the server also returns are in support.schema.ts. */
export const supportMessages = localize({
  title: { en: "Support", es: "Soporte" },
  intro: {
    en: "Find an answer, or write to us. A person will read it.",
    es: "Encuentre una respuesta, o escríbanos: lo lee una persona.",
  },
  quickHelp: {
    title: { en: "What do you need help with?", es: "¿En qué necesita ayuda?" },
    buttons: {
      technical: {
        name: { en: "Document Processing", es: "Procesamiento de documentos" },
        text: {
          en: "Uploads, stamps, certificates, verification.",
          es: "Subidas, sellos, certificados, verificación.",
        },
      },
      billing: {
        name: { en: "Billing & Plans", es: "Facturación y planes" },
        text: { en: "Payments, plans, bundles, refunds.", es: "Pagos, planes, paquetes, reembolsos." },
      },
      general: {
        name: { en: "Account Issues", es: "Asuntos de la cuenta" },
        text: {
          en: "Signing in, your details, anything else.",
          es: "Inicio de sesión, sus datos, cualquier otra cosa.",
        },
      },
    },
  },
  tabs: {
    label: { en: "Ways to get help", es: "Formas de obtener ayuda" },
    faq: { en: "FAQ", es: "Preguntas frecuentes" },
    contact: { en: "Contact Us", es: "Contáctenos" },
  },
  form: {
    title: { en: "Write to us", es: "Escríbanos" },
    email: { en: "Email", es: "Correo electrónico" },
    emailHint: {
      en: sendsMail
        ? "We'll reply to this address."
        : "You'll find our reply in My Tickets. This site can't send email yet.",
      es: sendsMail
        ? "Nuestra respuesta se envía a esta dirección."
        : "Encontrará nuestra respuesta en Mis consultas. Este sitio aún no puede enviar correo.",
    },
    category: { en: "Category", es: "Categoría" },
    subject: { en: "Subject", es: "Asunto" },
    message: { en: "Message", es: "Mensaje" },
    messageHint: {
      en: "If it's about a document, tell us its serial number or name.",
      es: "Si se trata de un documento, indíquenos su número de serie o su nombre.",
    },
    submit: { en: "Submit ticket", es: "Enviar consulta" },
    pending: { en: "Submitting…", es: "Enviando…" },
    done: { en: "Support ticket submitted", es: "Consulta enviada" },
    doneText: {
      en: "We'll get back to you within 24 hours!",
      es: "¡Le responderemos en un plazo de 24 horas!",
    },
    failed: { en: "Couldn't submit the ticket", es: "La consulta no se ha enviado" },
    fallback: { en: "Failed to submit support ticket", es: "No se ha podido enviar la consulta" },
  },
  received: {
    title: { en: "We received your ticket", es: "Hemos recibido su consulta" },
    byEmail: {
      en: (email: string) => `We'll send our reply to ${email}. You'll also find it in My Tickets.`,
      es: (email: string) =>
        `Enviaremos nuestra respuesta a ${email}. También la encontrará en Mis consultas.`,
    },
    here: {
      en: "You'll find our reply in My Tickets.",
      es: "Encontrará nuestra respuesta en Mis consultas.",
    },
  },
  promises: {
    title: { en: "When we'll reply", es: "Cuándo respondemos" },
    technical: { en: "within 24 hours", es: "en 24 horas" },
    billing: { en: "within 12 hours", es: "en 12 horas" },
    general: { en: "within 48 hours", es: "en 48 horas" },
    seeTickets: {
      en: "You'll also find our replies in My Tickets.",
      es: "También encontrará nuestras respuestas en Mis consultas.",
    },
  },
  categories: {
    technical: { en: "Technical", es: "Técnica" },
    billing: { en: "Billing", es: "Facturación" },
    general: { en: "General", es: "General" },
  },
  tickets: {
    title: { en: "My Tickets", es: "Mis consultas" },
    intro: { en: "Your questions and our replies.", es: "Sus preguntas y nuestras respuestas." },
    submit: { en: "Submit a ticket", es: "Enviar una consulta" },
    loading: { en: "Loading your tickets…", es: "Cargando sus consultas…" },
    failed: {
      en: "Failed to load your support tickets. Please try again later.",
      es: "No se han podido cargar sus consultas. Vuelva a intentarlo más tarde.",
    },
    again: { en: "Try again", es: "Reintentar" },
    empty: { en: "No Support Tickets Yet", es: "Aún no hay consultas" },
    emptyText: {
      en: "Your tickets and our replies will appear here.",
      es: "Sus consultas y nuestras respuestas aparecerán aquí.",
    },
    status: { en: "Status", es: "Estado" },
    statuses: {
      open: { en: "Open", es: "Abierta" },
      in_progress: { en: "In progress", es: "En curso" },
      resolved: { en: "Resolved", es: "Resuelta" },
      closed: { en: "Closed", es: "Cerrada" },
    },
    priority: { en: "Priority", es: "Prioridad" },
    priorities: {
      urgent: { en: "Urgent", es: "Urgente" },
      high: { en: "High", es: "Alta" },
      medium: { en: "Medium", es: "Media" },
      low: { en: "Low", es: "Baja" },
    },
    answer: { en: "Reply from support", es: "Respuesta de soporte" },
    yourAnswer: { en: "You replied", es: "Usted respondió" },
    reply: {
      open: { en: "Reply", es: "Responder" },
      openNamed: {
        en: (subject: string) => `Reply to “${subject}”`,
        es: (subject: string) => `Responder «${subject}»`,
      },
      label: { en: "Your reply", es: "Su respuesta" },
      reopens: { en: "Sending it reopens this ticket.", es: "Al enviarla, la consulta vuelve a abrirse." },
      submit: { en: "Send reply", es: "Enviar respuesta" },
      pending: { en: "Sending…", es: "Enviando…" },
      cancel: { en: "Cancel", es: "Cancelar" },
      done: { en: "Reply sent", es: "Respuesta enviada" },
      failed: { en: "Couldn't send the reply", es: "No se ha enviado la respuesta" },
      fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    },
    resolution: { en: "Resolution", es: "Respuesta" },
    id: { en: "Ticket ID", es: "Número de consulta" },
  },
});
