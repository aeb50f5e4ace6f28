import type { notices as english } from "../english/notices.ts";

export const notices: typeof english = {
  title: "Avisos",
  bell: (unread) => (unread === 0 ? "Avisos" : `Avisos, ${unread} sin leer`),
  intro: "Lo que requiere su atención. Los avisos se conservan 90 días.",
  choose: "Elegir cuáles recibe también por correo",
  loading: "Cargando…",
  failed: "No se han podido cargar los avisos.",
  again: "Reintentar",
  empty: "Nada requiere su atención",
  emptyText: "Aquí se le avisa cuando haya algo.",
  unread: "Nuevo",
  readAll: "Marcar todos como leídos",
  older: "Mostrar avisos anteriores",
  in: (office) => `En ${office}`,
  ownAccount: "En su propia cuenta",
  switched: {
    office: (action, office) => `${action} (cambia a ${office})`,
    own: (action) => `${action} (cambia a su propia cuenta)`,
  },
  actionFailed: "No ha funcionado",
  fallback: "Vuelva a intentarlo dentro de un momento.",
  said: {
    failed: (name) => `No se ha podido sellar «${name}».`,
    usedUp: "Se ha usado el último documento del plan.",
    answered: (subject) => `Se ha respondido a su solicitud «${subject}».`,
    acknowledged: (by, project) => `${by} ha confirmado que ha visto el proyecto «${project}».`,
    signedIn: (device) => `Alguien ha iniciado sesión en su cuenta con un navegador nuevo: ${device}.`,
    signedInUnknown: "Alguien ha iniciado sesión en su cuenta con un navegador nuevo.",
  },
  device: (browser, system) => `${browser} en ${system}`,
  actions: {
    "document-failed": "Abrir el documento",
    "plan-used-up": "Ver los planes",
    "ticket-answered": "Leer la respuesta",
    "project-acknowledged": "Abrir el proyecto",
    "new-sign-in": "Ver dónde ha iniciado sesión",
  },
  mails: {
    title: "Avisos por correo",
    intro:
      "La campana de la parte superior de cada página muestra todos. Elija cuáles se le envían también por correo.",
    noAddress: "Todavía no tiene una dirección de correo. Indíquela arriba para recibirlos.",
    kinds: {
      "document-failed": "Un documento que no se ha podido sellar",
      "plan-used-up": "El último documento de un plan",
      "ticket-answered": "Una respuesta a una solicitud de soporte",
      "project-acknowledged": "Una confirmación de lectura de un proyecto compartido",
      "new-sign-in": "Un inicio de sesión en su cuenta con un navegador nuevo",
    },
    saved: "Su elección se ha guardado",
  },
};
