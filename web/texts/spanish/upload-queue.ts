import type { Catalog } from "../catalog.ts";

export const uploadQueue: Catalog["uploadQueue"] = {
  title: "Sus archivos",
  explanation:
    "Los subimos uno tras otro. Cada uno será un documento aparte, con su propio número de serie. Su declaración de propiedad vale para todos.",
  uploading: (at, of) => `Subiendo ${at} de ${of}`,
  stamping: (done, of) => `Sellando: ${done} de ${of}`,
  stamped: (count) => (count === 1 ? "1 sellado" : `${count} sellados`),
  uploaded: (count) => (count === 1 ? "1 subido, sin sellar" : `${count} subidos, sin sellar`),
  offline: (count) => `${count} en espera de conexión`,
  failed: (count) => (count === 1 ? "1 fallido" : `${count} fallidos`),
  percent: (percent) => `${percent} %`,
  leftOut: (max, count, first) =>
    count === 1
      ? `Puede subir como máximo ${max} archivos a la vez. Añada «${first}» cuando estos estén subidos.`
      : `Puede subir como máximo ${max} archivos a la vez. Añada los últimos ${count}, desde «${first}», cuando estos estén subidos.`,
  waitsForConnection: "No hay conexión. Se envía cuando vuelva.",
  connectionLost: "Se ha perdido la conexión. Vuelva a intentarlo cuando la recupere.",
  phases: {
    waiting: "En espera",
    sending: "Subiendo",
    offline: "Sin conexión",
    failed: "No subido",
    uploaded: "Sin sellar",
    setUp: "Configurando",
    starting: "Iniciando",
    unpaid: "Pago pendiente",
    unstarted: "No iniciado",
    processing: "En proceso",
    completed: "Completado",
    error: "Fallido",
  },
  again: "Reintentar",
  againLabel: (name) => `Reintentar ${name}`,
  againAll: (count) => `Reintentar las ${count} subidas fallidas`,
  setUp: { short: "Configurar", label: (name) => `Configurar el sello de ${name}` },
  pay: { short: "Pagar", label: (name) => `Pagar ${name}` },
  remove: "Quitar",
  removeLabel: (name) => `Quitar ${name} de la lista`,
  cancelLabel: (name) => `Cancelar la subida de ${name}`,
  stampAll: (count) => (count === 1 ? "Sellar 1 documento" : `Sellar los ${count} documentos`),
  choices: {
    title: "Opciones para todos:",
    summary: ({ position, originalDate, otherParties, project }) =>
      [
        `sello: ${position.toLowerCase()}`,
        originalDate && `creados el ${originalDate}`,
        otherParties && "con otras partes",
        project && `proyecto: ${project}`,
      ]
        .filter(Boolean)
        .join(" · "),
    hint: "Para cambiar un solo documento, elija antes «Configurar» a su lado.",
  },
  paused: "Continuaremos en unos minutos: el servidor está ocupado.",
  pages: {
    text: "¿Son páginas fotografiadas? Pueden ser un solo PDF, con bordes rectos y un solo sello.",
    button: "Son páginas de un documento",
  },
  instead: {
    text: (count) =>
      `Por separado gastan ${count} sellos; una colección, 1: certifica la huella de cada archivo, sin sellarlos.`,
    button: "Hacer una sola colección",
  },
  noneLeft: "A su plan no le quedan documentos.",
  planLeft: (left, others, price) =>
    [
      `A su plan le ${left === 1 ? "queda 1" : `quedan ${left}`}.`,
      ...(price === undefined
        ? []
        : [`Después puede pagar ${others === 1 ? "el otro" : `los otros ${others}`} (${price}).`]),
    ].join(" "),
  payAll: (count, price) => (count === 1 ? `Pagar 1 documento (${price})` : `Pagar los ${count} (${price})`),
  waitingLabel: "Documentos sin sellar",
  waiting: (count) => `${count} de sus documentos están subidos y sin sellar.`,
  close: "Cerrar esta lista",
};
