import { localize } from "./localize.ts";

/** What an operator types: the same in every language. */
export const trustedListCommands = {
  import: "attestamp trusted-list import es.xml --signer signers.pem",
  remove: "attestamp trusted-list remove ES",
};

/** Texts of the trusted lists in the admin portal. */
export const trustedListMessages = localize({
  title: { en: "Qualified timestamps", es: "Sellos cualificados de tiempo" },
  intro: {
    en: "Trusted lists of countries say which timestamps are qualified. They are changed on the server, with these commands.",
    es: "Las listas de confianza de los Estados dicen qué sellos de tiempo son cualificados. Se cambian en el servidor, con estas órdenes.",
  },
  none: {
    en: "This server has no trusted list, so no certificate says “qualified”.",
    es: "Este servidor no tiene ninguna lista de confianza, así que ningún certificado dice «cualificado».",
  },
  version: {
    en: (sequence: number, issued: string, operator: string) =>
      `Version ${sequence} of ${issued}, by ${operator}`,
    es: (sequence: number, issued: string, operator: string) =>
      `Versión ${sequence} del ${issued}, de ${operator}`,
  },
  services: {
    en: (count: number) => `${count} ${count === 1 ? "service" : "services"} for qualified timestamps`,
    es: (count: number) =>
      `${count} ${count === 1 ? "servicio" : "servicios"} de sellos cualificados de tiempo`,
  },
  next: {
    en: (day: string) => `Next version due by ${day}`,
    es: (day: string) => `Próxima versión: a más tardar el ${day}`,
  },
  last: { en: "The last list of its scheme", es: "La última lista de su sistema" },
  states: {
    current: { en: "In force", es: "En vigor" },
    "due-soon": { en: "Due soon", es: "Vence pronto" },
    overdue: { en: "Overdue", es: "Vencida" },
  },
  warnings: {
    "due-soon": {
      en: "Please import the next version before that day.",
      es: "Importe la próxima versión antes de ese día.",
    },
    overdue: {
      en: "It makes nothing qualified: please import the next version.",
      es: "No hace cualificado ningún sello: importe la próxima versión.",
    },
  },
  fetched: { en: "Fetched every day", es: "Se descargan cada día" },
  signers: { en: "Who may sign what is fetched", es: "Quién puede firmar lo que se descarga" },
  signsFor: {
    en: (states: string, day: string) => `Signs the lists of ${states}; certificate until ${day}`,
    es: (states: string, day: string) => `Firma las listas de ${states}; certificado hasta el ${day}`,
  },
  signsNone: {
    en: (day: string) => `Signs no list: its certificate names no country; certificate until ${day}`,
    es: (day: string) =>
      `No firma ninguna lista: su certificado no nombra un Estado; certificado hasta el ${day}`,
  },
  ended: { en: "Certificate has ended", es: "Certificado vencido" },
  commands: { en: "Commands on the server", es: "Órdenes en el servidor" },
  imports: {
    en: "Import a list, or its next version, once the signature is checked:",
    es: "Importar una lista o su próxima versión, tras comprobar la firma:",
  },
  removes: {
    en: "Remove the list of a country; no earlier version can be imported after it:",
    es: "Quitar la lista de un Estado; después no se puede importar una versión anterior:",
  },
});
