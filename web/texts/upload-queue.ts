import { localize } from "./localize.ts";

type ChoicesInWords = {
  position: string;
  originalDate: string;
  otherParties: string;
  project: string | undefined;
};

/** Sentences about several files that are uploaded together. */
export const queueMessages = localize({
  title: { en: "Your files", es: "Sus archivos" },
  explanation: {
    en: "We upload them one after the other. Each becomes a separate document with its own serial number. Your confirmation of ownership applies to all of them.",
    es: "Los subimos uno tras otro. Cada uno será un documento aparte, con su propio número de serie. Su declaración de propiedad vale para todos.",
  },
  uploading: {
    en: (at: number, of: number) => `Uploading ${at} of ${of}`,
    es: (at: number, of: number) => `Subiendo ${at} de ${of}`,
  },
  stamping: {
    en: (done: number, of: number) => `Stamping: ${done} of ${of} done`,
    es: (done: number, of: number) => `Sellando: ${done} de ${of}`,
  },
  stamped: {
    en: (count: number) => `${count} stamped`,
    es: (count: number) => (count === 1 ? "1 sellado" : `${count} sellados`),
  },
  uploaded: {
    en: (count: number) => `${count} uploaded, not stamped yet`,
    es: (count: number) => (count === 1 ? "1 subido, sin sellar" : `${count} subidos, sin sellar`),
  },
  offline: {
    en: (count: number) => `${count} waiting for a connection`,
    es: (count: number) => `${count} en espera de conexión`,
  },
  failed: {
    en: (count: number) => `${count} failed`,
    es: (count: number) => (count === 1 ? "1 fallido" : `${count} fallidos`),
  },
  percent: { en: (percent: number) => `${percent}%`, es: (percent: number) => `${percent} %` },
  leftOut: {
    en: (max: number, count: number, first: string) =>
      count === 1
        ? `You can upload at most ${max} files at a time. Please add “${first}” when these are uploaded.`
        : `You can upload at most ${max} files at a time. Please add the last ${count} files, starting with “${first}”, when these are uploaded.`,
    es: (max: number, count: number, first: string) =>
      count === 1
        ? `Puede subir como máximo ${max} archivos a la vez. Añada «${first}» cuando estos estén subidos.`
        : `Puede subir como máximo ${max} archivos a la vez. Añada los últimos ${count}, desde «${first}», cuando estos estén subidos.`,
  },
  waitsForConnection: {
    en: "You're offline. We'll upload it when you're back online.",
    es: "No hay conexión. Se envía cuando vuelva.",
  },
  connectionLost: {
    en: "You lost your connection. Please try again when it's back.",
    es: "Se ha perdido la conexión. Vuelva a intentarlo cuando la recupere.",
  },
  phases: {
    waiting: { en: "Waiting", es: "En espera" },
    sending: { en: "Uploading", es: "Subiendo" },
    offline: { en: "Offline", es: "Sin conexión" },
    failed: { en: "Not uploaded", es: "No subido" },
    uploaded: { en: "Not stamped yet", es: "Sin sellar" },
    setUp: { en: "Setting up", es: "Configurando" },
    starting: { en: "Starting", es: "Iniciando" },
    unpaid: { en: "Payment due", es: "Pago pendiente" },
    unstarted: { en: "Not started", es: "No iniciado" },
    processing: { en: "Processing", es: "En proceso" },
    completed: { en: "Completed", es: "Completado" },
    error: { en: "Failed", es: "Fallido" },
  },
  again: { en: "Try again", es: "Reintentar" },
  againLabel: { en: (name: string) => `Upload ${name} again`, es: (name: string) => `Reintentar ${name}` },
  againAll: {
    en: (count: number) => `Try the ${count} failed uploads again`,
    es: (count: number) => `Reintentar las ${count} subidas fallidas`,
  },
  setUp: {
    short: { en: "Set up", es: "Configurar" },
    label: {
      en: (name: string) => `Set up the stamp for ${name}`,
      es: (name: string) => `Configurar el sello de ${name}`,
    },
  },
  pay: {
    short: { en: "Pay", es: "Pagar" },
    label: { en: (name: string) => `Pay for ${name}`, es: (name: string) => `Pagar ${name}` },
  },
  remove: { en: "Remove", es: "Quitar" },
  removeLabel: {
    en: (name: string) => `Remove ${name} from the list`,
    es: (name: string) => `Quitar ${name} de la lista`,
  },
  cancelLabel: {
    en: (name: string) => `Cancel the upload of ${name}`,
    es: (name: string) => `Cancelar la subida de ${name}`,
  },
  stampAll: {
    en: (count: number) => (count === 1 ? "Stamp 1 document" : `Stamp all ${count} documents`),
    es: (count: number) => (count === 1 ? "Sellar 1 documento" : `Sellar los ${count} documentos`),
  },
  choices: {
    title: { en: "Choices for all:", es: "Opciones para todos:" },
    summary: {
      en: ({ position, originalDate, otherParties, project }: ChoicesInWords) =>
        [
          `stamp: ${position.toLowerCase()}`,
          originalDate && `originally created ${originalDate}`,
          otherParties && "with other parties",
          project && `project: ${project}`,
        ]
          .filter(Boolean)
          .join(" · "),
      es: ({ position, originalDate, otherParties, project }: ChoicesInWords) =>
        [
          `sello: ${position.toLowerCase()}`,
          originalDate && `creados el ${originalDate}`,
          otherParties && "con otras partes",
          project && `proyecto: ${project}`,
        ]
          .filter(Boolean)
          .join(" · "),
    },
    hint: {
      en: "They apply to every document in this list. To make different choices for one, choose “Set up” next to it first.",
      es: "Para cambiar un solo documento, elija antes «Configurar» a su lado.",
    },
  },
  paused: {
    en: "The server accepts no more files for the moment. We'll continue in a few minutes.",
    es: "Continuaremos en unos minutos: el servidor está ocupado.",
  },
  pages: {
    text: {
      en: "Are these photographed pages? They can be one PDF, with straight edges and one stamp.",
      es: "¿Son páginas fotografiadas? Pueden ser un solo PDF, con bordes rectos y un solo sello.",
    },
    button: { en: "These are pages of one document", es: "Son páginas de un documento" },
  },
  instead: {
    text: {
      en: (count: number) =>
        `Stamping them separately uses ${count} stamps. One collection uses 1: these files aren't stamped, but listed by fingerprint on one certificate.`,
      es: (count: number) =>
        `Por separado gastan ${count} sellos; una colección, 1: certifica la huella de cada archivo, sin sellarlos.`,
    },
    button: { en: "Make one collection instead", es: "Hacer una sola colección" },
  },
  noneLeft: { en: "Your plan has no documents left.", es: "A su plan no le quedan documentos." },
  /** `price`: of the others; undefined if this server takes no payments. */
  planLeft: {
    en: (left: number, others: number, price: string | undefined) =>
      price === undefined
        ? `Your plan has ${left} left.`
        : `Your plan has ${left} left. After that, you can pay for the other ${others === 1 ? "one" : others} (${price}).`,
    es: (left: number, others: number, price: string | undefined) =>
      [
        `A su plan le ${left === 1 ? "queda 1" : `quedan ${left}`}.`,
        ...(price === undefined
          ? []
          : [`Después puede pagar ${others === 1 ? "el otro" : `los otros ${others}`} (${price}).`]),
      ].join(" "),
  },
  payAll: {
    en: (count: number, price: string) =>
      count === 1 ? `Pay for 1 document (${price})` : `Pay for all ${count} (${price})`,
    es: (count: number, price: string) =>
      count === 1 ? `Pagar 1 documento (${price})` : `Pagar los ${count} (${price})`,
  },
  waitingLabel: { en: "Documents that are not stamped yet", es: "Documentos sin sellar" },
  waiting: {
    en: (count: number) => `${count} of your documents are uploaded but not stamped yet.`,
    es: (count: number) => `${count} de sus documentos están subidos y sin sellar.`,
  },
  close: { en: "Close this list", es: "Cerrar esta lista" },
});
