import { providersOnly } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

/** Texts of the account page: the name, and where the user is signed in. */
export const yourAccountMessages = localizeWhole({
  entry: {
    change: { en: "Change", es: "Cambiar" },
    changeNamed: { en: (name: string) => `Change: ${name}`, es: (name: string) => `Cambiar: ${name}` },
    cancel: { en: "Cancel", es: "Cancelar" },
    cancelNamed: { en: (name: string) => `Cancel: ${name}`, es: (name: string) => `Cancelar: ${name}` },
  },
  developers: {
    title: { en: "For developers", es: "Para programadores" },
    intro: {
      en: "For your own programs and scripts. Most people never need this.",
      es: "Para sus propios programas y scripts. La mayoría de las personas no lo necesita nunca.",
    },
    link: { en: "Access tokens and webhooks", es: "Tokens de acceso y webhooks" },
  },
  language: {
    entry: { en: "Email language", es: "Idioma de los correos" },
    title: { en: "Language of our emails", es: "Idioma de nuestros correos" },
    intro: {
      en: "We write to you in this language. To change the language of the pages, use “Language and theme” at the top.",
      es: "Le escribimos en este idioma. Para cambiar el de las páginas, use «Idioma y tema» en la parte superior.",
    },
    label: { en: "Language", es: "Idioma" },
    submit: { en: "Save language", es: "Guardar el idioma" },
    pending: { en: "Saving…", es: "Guardando…" },
    done: {
      en: (language: string) => `We'll write to you in ${language}`,
      es: (language: string) => `Le escribiremos en ${language}`,
    },
    failed: { en: "Couldn't save the language", es: "No se ha podido guardar el idioma" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  timeZone: {
    title: { en: "Time zone of your stamps", es: "Zona horaria de sus sellos" },
    intro: {
      en: "Your next stamps and certificates show their time in this zone, and in UTC. Documents that are stamped already keep theirs.",
      es: "Sus próximos sellos y certificados muestran la hora de esta zona y la de UTC. Los documentos ya sellados conservan la suya.",
    },
    label: { en: "Time zone", es: "Zona horaria" },
    submit: { en: "Save time zone", es: "Guardar la zona horaria" },
    pending: { en: "Saving…", es: "Guardando…" },
    sites: {
      en: (zone: string) => `This site's: ${zone}`,
      es: (zone: string) => `La de este sitio: ${zone}`,
    },
    done: {
      en: (zone: string) => `Your next stamps show the time of ${zone}`,
      es: (zone: string) => `Sus próximos sellos mostrarán la hora de ${zone}`,
    },
    failed: { en: "Couldn't save the time zone", es: "No se ha podido guardar la zona horaria" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  export: {
    title: { en: "Download your data", es: "Descargue sus datos" },
    intro: {
      en: "One ZIP file with everything in your account, and a page that shows it in any browser, even offline:",
      es: "Un archivo ZIP con todo lo que hay en su cuenta. Su página se abre en cualquier navegador, incluso sin internet:",
    },
    contents: [
      {
        en: "your documents: stamped copies, certificates, their evidence, and the originals that we still have",
        es: "sus documentos: copias selladas, certificados y sus pruebas, y los originales que aún conservamos",
      },
      {
        en: "what you need to check them without this site",
        es: "lo que necesita para comprobarlos sin este sitio",
      },
      {
        en: "your projects, payments and support tickets",
        es: "sus proyectos, pagos y consultas de soporte",
      },
      {
        en: "all of your account's data in one file that programs can read",
        es: "todos los datos de su cuenta en un solo archivo para programas",
      },
    ],
    download: { en: "Download everything", es: "Descargar todo" },
  },
  deletion: {
    title: { en: "Delete your account", es: "Elimine su cuenta" },
    intro: {
      en: "We delete it after a week. Until then you can change your mind.",
      es: "La eliminamos al cabo de una semana. Hasta entonces puede cambiar de opinión.",
    },
    open: { en: "Delete my account", es: "Eliminar mi cuenta" },
    coming: {
      en: (when: string) => `Your account will be deleted on ${when}.`,
      es: (when: string) => `Su cuenta se eliminará el ${when}.`,
    },
    keep: {
      submit: { en: "Keep my account", es: "Conservar mi cuenta" },
      pending: { en: "Keeping…", es: "Conservando…" },
      done: { en: "Your account stays", es: "Su cuenta se conserva" },
      doneText: {
        en: "If you had a renewing plan, it ends when the period you paid for is over.",
        es: "Si tenía un plan que se renueva, termina con el periodo que pagó.",
      },
      failed: { en: "Couldn't keep the account", es: "No se ha conservado la cuenta" },
      fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    },
    dialog: {
      title: { en: "Delete your account?", es: "¿Eliminar su cuenta?" },
      facts: [
        {
          en: "For a week, everything stays as it is. To keep your account, log in during that week and press “Keep my account”. Logging in alone does not keep it.",
          es: "Durante una semana todo sigue igual. Para conservar su cuenta, inicie sesión en esa semana y pulse «Conservar mi cuenta». Con iniciar sesión no basta.",
        },
        {
          en: "After that, you can't log in or download anything. Please download your documents and certificates first.",
          es: "Después no podrá iniciar sesión ni descargar nada. Descargue antes sus documentos y certificados.",
        },
        {
          en: "A renewing plan is canceled now and ends when the period you paid for is over. Unused stamps are lost.",
          es: "Un plan que se renueva se cancela ahora y termina con el periodo que pagó. Los sellos sin usar se pierden.",
        },
        {
          en: "We remove your name, your email address and the names of your files from our database. Stamped copies, certificates and lists of collections that you don't delete first stay on our server with the names in them; only our administrators can open them.",
          es: "Quitamos de nuestra base de datos su nombre, su correo electrónico y los nombres de sus archivos. Las copias selladas, los certificados y las listas de colecciones que no elimine antes quedan en nuestro servidor con los nombres que contienen; solo nuestros administradores pueden abrirlos.",
        },
        {
          en: "Anyone who has a certificate can still check it. The public record keeps the serial number, the date and the document's fingerprint, without a name. Records of an office's documents on which you chose to be named stay as they are.",
          es: "Quien tenga un certificado podrá seguir comprobándolo. El registro público conserva el número de serie, la fecha y la huella del documento, sin nombre. Los registros de documentos de una oficina en los que eligió aparecer quedan como están.",
        },
      ],
      submit: { en: "Delete in a week", es: "Eliminar en una semana" },
      pending: { en: "Saving…", es: "Guardando…" },
      cancel: { en: "Cancel", es: "Cancelar" },
      done: { en: "Your account will be deleted in a week", es: "Su cuenta se eliminará en una semana" },
      doneText: {
        en: "Until then, you can change your mind on this page.",
        es: "Hasta entonces puede conservarla en esta página.",
      },
      failed: { en: "Couldn't delete the account", es: "No se ha eliminado la cuenta" },
      fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    },
  },
  name: {
    entry: { en: "Name", es: "Nombre" },
    title: { en: "Change your name", es: "Cambie su nombre" },
    intro: {
      en: "New stamps and certificates show this name. Documents that are already stamped keep the old one.",
      es: "Los sellos y certificados nuevos muestran este nombre. Los documentos ya sellados conservan el anterior.",
    },
    first: { en: "First name", es: "Nombre" },
    last: { en: "Last name", es: "Apellidos" },
    submit: { en: "Save name", es: "Guardar el nombre" },
    pending: { en: "Saving…", es: "Guardando…" },
    failed: { en: "Couldn't save the name", es: "No se ha guardado el nombre" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Name saved", es: "Nombre guardado" },
  },
  sessions: {
    title: { en: "Where you're logged in", es: "Dónde tiene la sesión abierta" },
    intro: {
      en: providersOnly
        ? "Don't recognize one of these? End it, then secure your account at the provider."
        : "Don't recognize one of these? End it, then change your password.",
      es: providersOnly
        ? "¿No reconoce alguna? Ciérrela y proteja después su cuenta del proveedor."
        : "¿No reconoce alguna? Ciérrela y cambie después su contraseña.",
    },
    loading: { en: "Loading your logins…", es: "Cargando sus sesiones…" },
    failed: { en: "Couldn't load your logins.", es: "No se han podido cargar sus sesiones." },
    again: { en: "Try again", es: "Reintentar" },
    device: {
      en: (browser: string, system: string) => `${browser} on ${system}`,
      es: (browser: string, system: string) => `${browser} en ${system}`,
    },
    unknownDevice: { en: "Unknown device", es: "Dispositivo desconocido" },
    current: { en: "This device", es: "Este dispositivo" },
    since: { en: (day: string) => `Logged in ${day}`, es: (day: string) => `Abierta el ${day}` },
    used: { en: (when: string) => `last used ${when}`, es: (when: string) => `usada por última vez ${when}` },
    end: { en: "End", es: "Cerrar" },
    endNamed: {
      en: (device: string, day: string) => `End ${device}, logged in ${day}`,
      es: (device: string, day: string) => `Cerrar ${device}, abierta el ${day}`,
    },
    ended: { en: "Logged out there", es: "Sesión cerrada en ese dispositivo" },
    endFailed: { en: "Couldn't log out there", es: "No se ha cerrado la sesión" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    endOthers: { en: "Log out everywhere else", es: "Cerrar las demás sesiones" },
    othersEnded: { en: "Logged out everywhere else", es: "Demás sesiones cerradas" },
  },
});
