import type { NoticeKind } from "../../db/columns/notices.ts";
import { type InEachLanguage, localizeWhole } from "./localize.ts";

export const noticesMessages = localizeWhole({
  title: { en: "Notices", es: "Avisos" },
  bell: {
    en: (unread: number) => (unread === 0 ? "Notices" : `Notices, ${unread} unread`),
    es: (unread: number) => (unread === 0 ? "Avisos" : `Avisos, ${unread} sin leer`),
  },
  intro: {
    en: "What needs your attention. Notices are kept for 90 days.",
    es: "Lo que requiere su atención. Los avisos se conservan 90 días.",
  },
  choose: { en: "Choose which you also get by email", es: "Elegir cuáles recibe también por correo" },
  loading: { en: "Loading…", es: "Cargando…" },
  failed: { en: "Couldn't load your notices.", es: "No se han podido cargar los avisos." },
  again: { en: "Try again", es: "Reintentar" },
  empty: { en: "Nothing needs your attention", es: "Nada requiere su atención" },
  emptyText: { en: "You are told here when something does.", es: "Aquí se le avisa cuando haya algo." },
  unread: { en: "New", es: "Nuevo" },
  readAll: { en: "Mark all as read", es: "Marcar todos como leídos" },
  older: { en: "Show older notices", es: "Mostrar avisos anteriores" },
  in: { en: (office: string) => `In ${office}`, es: (office: string) => `En ${office}` },
  ownAccount: { en: "In your own account", es: "En su propia cuenta" },
  switched: {
    office: {
      en: (action: string, office: string) => `${action} (switches to ${office})`,
      es: (action: string, office: string) => `${action} (cambia a ${office})`,
    },
    own: {
      en: (action: string) => `${action} (switches to your own account)`,
      es: (action: string) => `${action} (cambia a su propia cuenta)`,
    },
  },
  actionFailed: { en: "That didn't work", es: "No ha funcionado" },
  fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  said: {
    failed: {
      en: (name: string) => `Couldn't stamp “${name}”.`,
      es: (name: string) => `No se ha podido sellar «${name}».`,
    },
    usedUp: {
      en: "The last document of the plan was used.",
      es: "Se ha usado el último documento del plan.",
    },
    domainLost: {
      en: "A domain of the office is no longer verified and no longer appears on new certificates.",
      es: "Un dominio de la oficina ya no consta como verificado y no aparece en los certificados nuevos.",
    },
    seatsChanged: {
      en: "The office now pays for a different number of members.",
      es: "La oficina paga ahora por otro número de miembros.",
    },
    answered: {
      en: (subject: string) => `Your ticket “${subject}” was answered.`,
      es: (subject: string) => `Se ha respondido a su solicitud «${subject}».`,
    },
    acknowledged: {
      en: (by: string, project: string) => `${by} acknowledged the project “${project}”.`,
      es: (by: string, project: string) => `${by} ha confirmado que ha visto el proyecto «${project}».`,
    },
    signedIn: {
      en: (device: string) => `Someone logged in to your account in a new browser: ${device}.`,
      es: (device: string) => `Alguien ha iniciado sesión en su cuenta con un navegador nuevo: ${device}.`,
    },
    signedInUnknown: {
      en: "Someone logged in to your account in a new browser.",
      es: "Alguien ha iniciado sesión en su cuenta con un navegador nuevo.",
    },
  },
  device: {
    en: (browser: string, system: string) => `${browser} on ${system}`,
    es: (browser: string, system: string) => `${browser} en ${system}`,
  },
  actions: {
    "document-failed": { en: "Open the document", es: "Abrir el documento" },
    "plan-used-up": { en: "See the plans", es: "Ver los planes" },
    "domain-lost": { en: "Go to the office", es: "Ir a la oficina" },
    "seats-changed": { en: "Go to the office", es: "Ir a la oficina" },
    "ticket-answered": { en: "Read the answer", es: "Leer la respuesta" },
    "project-acknowledged": { en: "Open the project", es: "Abrir el proyecto" },
    "new-sign-in": { en: "See where you're logged in", es: "Ver dónde ha iniciado sesión" },
  } satisfies Record<NoticeKind, InEachLanguage<string>>,
  mails: {
    title: { en: "Notices by email", es: "Avisos por correo" },
    intro: {
      en: "The bell at the top of each page tells you all of these. Choose which are also emailed to you.",
      es: "La campana de la parte superior de cada página muestra todos. Elija cuáles se le envían también por correo.",
    },
    noMail: {
      en: "This site can't send email yet: for now, only the bell tells you.",
      es: "Este sitio aún no puede enviar correo: por ahora solo avisa la campana.",
    },
    noAddress: {
      en: "You have no email address yet. Enter one above to get them.",
      es: "Todavía no tiene una dirección de correo. Indíquela arriba para recibirlos.",
    },
    kinds: {
      "document-failed": {
        en: "A document that couldn't be stamped",
        es: "Un documento que no se ha podido sellar",
      },
      "plan-used-up": { en: "The last document of a plan", es: "El último documento de un plan" },
      "domain-lost": {
        en: "A domain of your office that is no longer verified",
        es: "Un dominio de su oficina que ya no consta como verificado",
      },
      "seats-changed": {
        en: "Another number of members that your office pays for",
        es: "Otro número de miembros por los que paga su oficina",
      },
      "ticket-answered": {
        en: "An answer to a support ticket",
        es: "Una respuesta a una solicitud de soporte",
      },
      "project-acknowledged": {
        en: "An acknowledgment of a shared project",
        es: "Una confirmación de lectura de un proyecto compartido",
      },
      "new-sign-in": {
        en: "A login to your account in a new browser",
        es: "Un inicio de sesión en su cuenta con un navegador nuevo",
      },
    } satisfies Record<NoticeKind, InEachLanguage<string>>,
    saved: { en: "Your choice is saved", es: "Su elección se ha guardado" },
  },
});
