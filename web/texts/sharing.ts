import { sendsMail } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

const documentsEn = (count: number) => (count === 1 ? "1 document" : `${count} documents`);

const documentsEs = (count: number) => (count === 1 ? "1 documento" : `${count} documentos`);

/** Sentences about links to projects: for the owner, and on the page that the link opens. */
export const sharingMessages = localizeWhole({
  title: { en: "Share this project", es: "Compartir este proyecto" },
  intro: {
    en: "A link opens a read-only page with the stamped documents of this project, for a client or an insurer. It doesn't show unstamped documents, your notes or your other projects.",
    es: "Un enlace abre una página de solo lectura con los documentos sellados de este proyecto, para un cliente o una aseguradora. No incluye los documentos sin sellar, sus notas ni sus otros proyectos.",
  },
  button: { en: "Create link", es: "Crear enlace" },
  dialog: { en: "Link to this project", es: "Enlace a este proyecto" },
  dialogIntro: {
    en: "Anyone with the link can open the page until you end the link.",
    es: "Cualquiera que tenga el enlace puede abrir la página hasta que usted lo anule.",
  },
  label: { en: "Link name", es: "Para quién" },
  optional: { en: "optional", es: "opcional" },
  labelHint: { en: "For example, who it is for. Only you can see it.", es: "Solo lo ve usted." },
  days: { en: "Works for", es: "Funciona durante" },
  dayChoices: {
    7: { en: "7 days", es: "7 días" },
    30: { en: "30 days", es: "30 días" },
    90: { en: "90 days", es: "90 días" },
    365: { en: "a year", es: "un año" },
  },
  downloads: { en: "Allowed downloads", es: "Qué se puede descargar" },
  downloadChoices: {
    none: { en: "Nothing", es: "Nada" },
    copies: { en: "Stamped copies and certificates", es: "Copias selladas y certificados" },
    everything: {
      en: "Everything, including evidence packs with originals",
      es: "Todo, incluidos los paquetes de pruebas con los originales",
    },
  },
  downloadsHint: {
    en: "Instead of a stamped copy, a collection has the list of its files: their fingerprints and, unless you kept them private, their names.",
    es: "En lugar de una copia sellada, una colección tiene la lista de sus archivos: sus huellas y, salvo que los mantuviera en privado, sus nombres.",
  },
  password: { en: "Password", es: "Contraseña" },
  passwordHint: {
    en: "At least 8 characters. Share it separately from the link.",
    es: "Al menos 8 caracteres. Comuníquela aparte del enlace.",
  },
  submit: { en: "Create link", es: "Crear enlace" },
  pending: { en: "Creating…", es: "Creando…" },
  close: { en: "Close", es: "Cerrar" },
  failed: { en: "Couldn't create the link", es: "No se ha podido crear el enlace" },
  fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  made: {
    title: { en: "Copy this link now", es: "Copie ahora este enlace" },
    text: {
      en: "It is shown only once: for safety, we don't keep it.",
      es: "Solo se muestra una vez: por seguridad, no lo guardamos.",
    },
    field: {
      label: { en: "Link", es: "Enlace" },
      copy: { en: "Copy link", es: "Copiar enlace" },
      copied: { en: "Link copied", es: "Enlace copiado" },
    },
    done: { en: "Done", es: "Listo" },
  },
  ask: {
    button: { en: "Ask for “I have seen this”", es: "Pedir un «Lo he visto»" },
    dialog: { en: "Ask for an acknowledgment", es: "Pedir un acuse" },
    intro: { en: "We email a link to this project.", es: "Enviamos por correo un enlace a este proyecto." },
    introUnsent: {
      en: "This site can't send email yet, so you get a link to this project to copy and send yourself.",
      es: "Este sitio aún no puede enviar correo, así que recibirá un enlace a este proyecto para copiarlo y enviarlo usted.",
    },
    meaning: {
      en: "The page has a button, “I have seen this”, that can be pressed once, by anyone who has the link. That adds a stamped document to this project without using a stamp from your plan. It does not prove who pressed the button. In a browser in which you have signed in, it can't be pressed.",
      es: "Su página tiene un botón «Lo he visto», que quien tenga el enlace puede pulsar una vez. Eso pasa a ser un documento sellado de este proyecto, sin gastar un sello de su plan. No demuestra quién lo pulsó. En un navegador en el que usted haya iniciado sesión no se puede pulsar.",
    },
    email: { en: "Recipient email", es: "Correo del destinatario" },
    name: { en: "Recipient name", es: "Nombre del destinatario" },
    note: { en: "Personal note", es: "Nota personal" },
    noteHint: {
      en: "Up to 200 characters. Shown as your own words; web addresses in it don't become links.",
      es: "Hasta 200 caracteres. Se muestra como palabras suyas y sin convertir nada en enlace.",
    },
    language: { en: "Language of the email", es: "Idioma del correo" },
    submit: { en: "Send email", es: "Enviar correo" },
    pending: { en: "Sending…", es: "Enviando…" },
    submitUnsent: { en: "Create link", es: "Crear enlace" },
    pendingUnsent: { en: "Creating…", es: "Creando…" },
    failed: {
      en: sendsMail ? "Couldn't send the email" : "Couldn't create the link",
      es: sendsMail ? "No se ha podido enviar el correo" : "No se ha podido crear el enlace",
    },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    outcome: {
      sent: { en: "Email sent", es: "Correo enviado" },
      queued: { en: "Your email will be sent soon", es: "Su correo se enviará pronto" },
      saved: {
        en: "Not sent: this site can't send email yet",
        es: "Sin enviar: este sitio aún no puede enviar correo",
      },
    },
  },
  list: {
    title: { en: "Links", es: "Enlaces" },
    madeFor: {
      en: (address: string) => `Link for ${address}`,
      es: (address: string) => `Enlace para ${address}`,
    },
    deliveries: {
      sent: { en: "Emailed.", es: "Enviado por correo." },
      waiting: { en: "The email has not been sent yet.", es: "El correo aún no se ha enviado." },
      saved: {
        en: "Not emailed: this site can't send email yet. Copy a link and send it yourself.",
        es: "Sin enviar: este sitio aún no puede enviar correo. Copie un enlace y envíelo usted.",
      },
      failed: {
        en: "Not emailed: the mail server refused it. Copy a link and send it yourself.",
        es: "Sin enviar: el servidor de correo lo rechazó. Copie un enlace y envíelo usted.",
      },
      unknown: {
        en: "We don't know whether the email arrived. You can copy a link and send it yourself.",
        es: "No sabemos si el correo llegó. Puede copiar un enlace y enviarlo usted.",
      },
    },
    copy: { en: "Copy link", es: "Copiar enlace" },
    copyNamed: { en: (name: string) => `Copy link: ${name}`, es: (name: string) => `Copiar enlace: ${name}` },
    copyFailed: { en: "Couldn't create the link", es: "No se ha podido crear el enlace" },
    copyFallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    notAcknowledged: { en: "Not acknowledged yet.", es: "Aún sin acuse." },
    acknowledged: {
      en: (name: string, time: string) => `“I have seen this”: ${name}, ${time}`,
      es: (name: string, time: string) => `«Lo he visto»: ${name}, ${time}`,
    },
    message: {
      en: (message: string) => `Message: ${message}`,
      es: (message: string) => `Mensaje: ${message}`,
    },
    failed: { en: "Couldn't load the links.", es: "No se han podido cargar los enlaces." },
    again: { en: "Try again", es: "Reintentar" },
    unnamed: { en: "Link without a name", es: "Enlace sin nombre" },
    states: {
      open: { en: "Active", es: "Funciona" },
      expired: { en: "Expired", es: "Caducado" },
      revoked: { en: "Ended", es: "Anulado" },
    },
    until: { en: (day: string) => `until ${day}`, es: (day: string) => `hasta el ${day}` },
    created: { en: (day: string) => `created ${day}`, es: (day: string) => `creado el ${day}` },
    withPassword: { en: "with a password", es: "con contraseña" },
    downloads: {
      none: { en: "no downloads", es: "sin descargas" },
      copies: { en: "copies and certificates", es: "copias y certificados" },
      everything: { en: "all downloads", es: "todas las descargas" },
    },
    end: { en: "End link", es: "Anular enlace" },
    endNamed: { en: (name: string) => `End link: ${name}`, es: (name: string) => `Anular enlace: ${name}` },
    ended: { en: "Link ended", es: "Enlace anulado" },
    endFailed: { en: "Couldn't end the link", es: "No se ha podido anular el enlace" },
    endFallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    notOpened: { en: "No one has opened it yet.", es: "Nadie lo ha abierto todavía." },
    opened: {
      en: (count: number) => (count === 1 ? "Opened once" : `Opened ${count} times`),
      es: (count: number) => (count === 1 ? "Abierto una vez" : `Abierto ${count} veces`),
    },
    device: {
      en: (browser: string, system: string) => `${browser} on ${system}`,
      es: (browser: string, system: string) => `${browser} en ${system}`,
    },
    unknownDevice: { en: "Unknown device", es: "Dispositivo desconocido" },
  },
  page: {
    title: { en: "Shared project", es: "Proyecto compartido" },
    loading: { en: "Opening the project", es: "Abriendo el proyecto" },
    from: {
      en: (owner: string) => `From ${owner} (as stated by the account, not checked)`,
      es: (owner: string) => `De ${owner} (según la cuenta, sin comprobar)`,
    },
    intro: {
      en: (count: number, day: string) =>
        `${documentsEn(count)}, sorted by the times on their stamps. This link works until ${day}.`,
      es: (count: number, day: string) =>
        `${documentsEs(count)}, en el orden de las horas de sus sellos. Este enlace funciona hasta el ${day}.`,
    },
    entries: { en: "Documents", es: "Documentos" },
    empty: {
      en: "No document in this project is stamped yet.",
      es: "Ningún documento de este proyecto está sellado todavía.",
    },
    timelines: { en: "Timeline certificates", es: "Certificados de cronología" },
    timelinesText: {
      en: "Each lists the stamped documents that were in the project when it was made, in order, so no one can leave out or move an entry afterward without being noticed.",
      es: "Cada uno enumera en orden los documentos sellados que había en el proyecto cuando se hizo, de modo que después nada puede omitirse ni moverse sin que se note.",
    },
    version: {
      en: (number: number, of: number) => `Version ${number} of ${of}`,
      es: (number: number, of: number) => `Versión ${number} de ${of}`,
    },
    pages: {
      en: (count: number) => (count === 1 ? "1 page" : `${count} pages`),
      es: (count: number) => (count === 1 ? "1 página" : `${count} páginas`),
    },
    numbers: { en: "Serial number and fingerprint", es: "Número de serie y huella" },
    serial: { en: "Serial number", es: "Número de serie" },
    fingerprint: { en: "SHA-256 of the stamped copy", es: "SHA-256 de la copia sellada" },
    verify: { en: "Verify", es: "Verificar" },
    verifyNamed: { en: (name: string) => `Verify ${name}`, es: (name: string) => `Verificar ${name}` },
    download: { en: "Stamped copy", es: "Copia sellada" },
    downloadNamed: {
      en: (name: string) => `Download the stamped copy of ${name}`,
      es: (name: string) => `Descargar la copia sellada de ${name}`,
    },
    list: { en: "List of files", es: "Lista de archivos" },
    listNamed: {
      en: (name: string) => `Download the list of files of ${name} (SHA256SUMS)`,
      es: (name: string) => `Descargar la lista de archivos de ${name} (SHA256SUMS)`,
    },
    certificate: { en: "Certificate", es: "Certificado" },
    certificateNamed: {
      en: (name: string) => `Download the certificate of ${name}`,
      es: (name: string) => `Descargar el certificado de ${name}`,
    },
    evidence: { en: "Evidence pack", es: "Paquete de pruebas" },
    evidenceNamed: {
      en: (name: string) => `Download the evidence pack of ${name}`,
      es: (name: string) => `Descargar el paquete de pruebas de ${name}`,
    },
    zip: { en: "Download all as ZIP", es: "Descargar todo en ZIP" },
    note: {
      en: "The owner can see when and in which browser this link was opened, but not where you are.",
      es: "El propietario ve cuándo se abrió este enlace y con qué navegador, pero no desde dónde.",
    },
  },
  acknowledge: {
    title: { en: "Have you seen this?", es: "¿Lo ha visto?" },
    text: {
      en: "The owner asks you to confirm that you have seen these documents. Your confirmation is recorded with the time, the name you type, the list below and whether you are in the same network as the owner. It becomes a stamped document in this project. You can give it only once. It does not mean that you agree with anything.",
      es: "Se le pide que confirme que ha visto estos documentos. Queda constancia con la hora, el nombre que escriba, la lista de abajo y si está en la misma red que el propietario. Pasa a ser un documento sellado de este proyecto y se puede hacer una vez. No significa que esté de acuerdo con nada.",
    },
    name: { en: "Your name", es: "Su nombre" },
    message: { en: "Message", es: "Mensaje" },
    optional: { en: "optional", es: "opcional" },
    submit: { en: "I have seen this", es: "Lo he visto" },
    pending: { en: "Recording…", es: "Registrando…" },
    failed: { en: "Couldn't record it", es: "No se ha podido registrar" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Recorded. Thank you.", es: "Registrado. Gracias." },
    changed: {
      en: "Nothing was recorded: the documents changed after you opened this page. Below they are shown as they are now. Please look at them again, then confirm.",
      es: "No se ha registrado nada: los documentos cambiaron después de que abriera esta página. Abajo están como son ahora. Mírelos otra vez y luego confirme.",
    },
    nothingLeft: {
      en: "The project has no documents anymore.",
      es: "El proyecto ya no tiene documentos.",
    },
    given: {
      en: (name: string, time: string) => `“I have seen this” was recorded for ${name} on ${time}.`,
      es: (name: string, time: string) => `Consta un «Lo he visto» de ${name} el ${time}.`,
    },
  },
  locked: {
    title: { en: "This project has a password", es: "Este proyecto tiene contraseña" },
    text: {
      en: "Please enter the password that you received for this link.",
      es: "Escriba la contraseña que recibió con el enlace.",
    },
    submit: { en: "Open", es: "Abrir" },
    pending: { en: "Opening…", es: "Abriendo…" },
    failed: { en: "Couldn't open the project", es: "No se ha podido abrir el proyecto" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  over: {
    title: { en: "This link does not work", es: "Este enlace no funciona" },
    text: {
      en: "It may be incomplete, expired or ended. Please ask the person who sent it for a new one.",
      es: "Puede que esté incompleto, que haya caducado o que se haya anulado. Pida uno nuevo a la persona que se lo envió.",
    },
    home: { en: "Go to the home page", es: "Ir a la página de inicio" },
  },
  refused: {
    title: { en: "This can't be downloaded", es: "Esto no se puede descargar" },
    reasons: {
      "document-not-in-project": {
        en: "This document was withdrawn or is no longer in the project.",
        es: "Este documento se ha retirado o ya no está en el proyecto.",
      },
      "no-documents-in-project": {
        en: "There are no documents in this project now.",
        es: "Ahora no hay documentos en este proyecto.",
      },
      "download-not-shared": {
        en: "This link does not allow this download.",
        es: "Este enlace no permite esta descarga.",
      },
      "share-password-needed": {
        en: "The time for which you entered the password of this link is over.",
        es: "Ha pasado el tiempo para el que introdujo la contraseña de este enlace.",
      },
    },
    remedies: {
      "document-not-in-project": {
        en: "Your link still works: open it again to see the other documents.",
        es: "Su enlace sigue funcionando: vuelva a abrirlo para ver los demás documentos.",
      },
      "no-documents-in-project": {
        en: "Your link still works: open it again to see whether there are new ones.",
        es: "Su enlace sigue funcionando: vuelva a abrirlo para ver si hay otros nuevos.",
      },
      "download-not-shared": {
        en: "Your link still works: open it again to see the documents.",
        es: "Su enlace sigue funcionando: vuelva a abrirlo para ver los documentos.",
      },
      "share-password-needed": {
        en: "Your link still works: open it again and enter its password.",
        es: "Su enlace sigue funcionando: vuelva a abrirlo e introduzca su contraseña.",
      },
    },
  },
  unavailable: {
    text: { en: "Couldn't open the project.", es: "No se ha podido abrir el proyecto." },
    again: { en: "Try again", es: "Reintentar" },
  },
});
