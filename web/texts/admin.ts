import { localize } from "./localize.ts";

/** Texts of the admin portal's frame; each tab has its own file. */
export const adminMessages = localize({
  title: { en: "Admin Portal", es: "Portal de administración" },
  intro: {
    en: "Every change you make and every file you open here is recorded in the audit log.",
    es: "Cada cambio que usted hace y cada archivo que abre aquí queda anotado en el registro de auditoría.",
  },
  firstSteps: {
    title: { en: "First steps", es: "Primeros pasos" },
    unlimited: {
      en: "Every account stamps as many documents as it likes. Payments are not set up.",
      es: "Cada cuenta sella tantos documentos como quiera. Los pagos no están configurados.",
    },
    limited: {
      en: (documents: number) =>
        `Every account, yours included, stamps ${documents === 1 ? "1 document" : `${documents} documents`} and then stops: payments are not set up.`,
      es: (documents: number) =>
        `Cada cuenta, también la suya, sella ${documents === 1 ? "1 documento" : `${documents} documentos`} y ahí se detiene: los pagos no están configurados.`,
    },
    change: {
      en: "If only your own people have accounts, set `TRIAL_DOCUMENTS=unlimited` and restart the server. Otherwise, set up Stripe.",
      es: "Si solo tienen cuenta personas de su organización, configure `TRIAL_DOCUMENTS=unlimited` y reinicie el servidor. Si no, configure Stripe.",
    },
    parts: {
      address: { en: "Address", es: "Dirección" },
      anchors: { en: "Independent time", es: "Hora independiente" },
      mail: { en: "Email", es: "Correo" },
      backups: { en: "Backups", es: "Copias" },
      payments: { en: "Payments", es: "Pagos" },
    },
  },
  anchors: {
    title: { en: "Who confirms the times", es: "Quién confirma las horas" },
    intro: {
      en: "Every hour in which the public log has grown, the hash of its head goes to these. It says nothing about any document.",
      es: "Cada hora en que el registro público ha crecido, el hash de su cabecera se envía a estas direcciones. No dice nada de ningún documento.",
    },
    unused: { en: "Nothing was sent yet.", es: "Aún no se ha enviado nada." },
    anchored: {
      en: (time: string) => `Last confirmed: ${time}.`,
      es: (time: string) => `Última confirmación: ${time}.`,
    },
    promised: {
      en: (time: string) =>
        `Not yet anchored: calendars have promised to put the newest head into Bitcoin, which takes a few hours. Last confirmed: ${time}.`,
      es: (time: string) =>
        `Aún sin anclar: los calendarios han prometido incluir la última cabecera en Bitcoin, lo que tarda unas horas. Última confirmación: ${time}.`,
    },
    missing: {
      en: (time: string) =>
        `Not yet anchored: no one has confirmed the newest head. Last confirmed: ${time}.`,
      es: (time: string) =>
        `Aún sin anclar: nadie ha confirmado la última cabecera. Última confirmación: ${time}.`,
    },
    never: { en: "never", es: "nunca" },
    kinds: {
      authority: { en: "Time-stamp authority", es: "Autoridad de sellado de tiempo" },
      calendar: { en: "OpenTimestamps calendar", es: "Calendario de OpenTimestamps" },
      witness: { en: "Witness", es: "Testigo" },
      explorer: { en: "Bitcoin block explorer", es: "Explorador de bloques de Bitcoin" },
    },
    answered: {
      en: (time: string) => `Last answer: ${time}`,
      es: (time: string) => `Última respuesta: ${time}`,
    },
    failing: {
      en: (time: string) => `No usable answer since ${time}:`,
      es: (time: string) => `Sin respuesta válida desde ${time}:`,
    },
    watched: {
      title: { en: "Logs that this server watches", es: "Registros que vigila este servidor" },
      intro: {
        en: "Every hour, this server checks that the public logs of these servers only grow.",
        es: "Cada hora, este servidor comprueba que los registros públicos de estos servidores solo crecen.",
      },
      looked: {
        en: (time: string) => `Last look: ${time}.`,
        es: (time: string) => `Última comprobación: ${time}.`,
      },
      entries: { en: (count: number) => `${count} entries.`, es: (count: number) => `${count} entradas.` },
      alarms: {
        fork: { en: "Two histories", es: "Dos historias" },
        rewind: { en: "Entries are gone", es: "Faltan entradas" },
        "wrong-key": { en: "Another key", es: "Otra clave" },
        "no-anchor": { en: "Not yet anchored", es: "Aún sin anclar" },
        silent: { en: "No answer", es: "Sin respuesta" },
      },
    },
  },
  tabsLabel: { en: "Admin portal sections", es: "Partes del portal de administración" },
  tabs: {
    documents: { en: "Document Search", es: "Búsqueda de documentos" },
    users: { en: "Users", es: "Usuarios" },
    tickets: { en: "Support Tickets", es: "Consultas de soporte" },
    credits: { en: "Customer Service", es: "Atención al cliente" },
  },
  denied: {
    title: { en: "Access Denied", es: "Acceso denegado" },
    text: {
      en: "You do not have administrator privileges to access this page.",
      es: "Usted no tiene permisos de administración para acceder a esta página.",
    },
    home: { en: "Return to Home", es: "Volver al inicio" },
  },
  password: {
    title: { en: "You need a longer password", es: "Necesita una contraseña más larga" },
    text: {
      en: "Administrators need a password of at least 12 characters. If yours is already that long, log out and log in again. Otherwise, choose a new one.",
      es: "Los administradores necesitan una contraseña de al menos 12 caracteres. Si la suya ya lo es, cierre la sesión e iníciela de nuevo; si no, elija una nueva.",
    },
    account: { en: "Choose a new password", es: "Elegir una contraseña nueva" },
  },
  loading: { en: "Loading…", es: "Cargando…" },
  failed: { en: "Couldn't load this list.", es: "No se ha podido cargar esta lista." },
  again: { en: "Try again", es: "Reintentar" },
  reload: { en: "Reload", es: "Recargar" },
  more: { en: "Show more", es: "Mostrar más" },
  search: { en: "Search", es: "Buscar" },
  cancel: { en: "Cancel", es: "Cancelar" },
  none: { en: "–", es: "–" },
});
