import { localizeWhole } from "./localize.ts";

/** Texts of the figures at the top of the admin portal. */
export const figuresMessages = localizeWhole({
  title: { en: "At a glance", es: "De un vistazo" },
  period: { en: "Period", es: "Período" },
  days: { en: (days: number) => `${days} days`, es: (days: number) => `${days} días` },
  measures: {
    stamps: { en: "Stamps", es: "Sellos" },
    newUsers: { en: "New users", es: "Usuarios nuevos" },
    revenue: { en: "Revenue", es: "Ingresos" },
    failures: { en: "Failures", es: "Fallos" },
    mails: { en: "Emails", es: "Correos" },
  },
  choose: { en: "Show in the chart", es: "Cifra del gráfico" },
  users: { en: (count: string) => `${count} in total`, es: (count: string) => `${count} en total` },
  failedMails: {
    en: (count: number) => (count === 1 ? "1 not sent" : `${count} not sent`),
    es: (count: number) => (count === 1 ? "1 sin enviar" : `${count} sin enviar`),
  },
  firstPayments: { en: "excluding renewals", es: "sin renovaciones" },
  month: { en: "deleted after a month", es: "se guardan un mes" },
  storage: { en: "Storage", es: "Almacenamiento" },
  storageNote: { en: "stamped copies and originals", es: "copias selladas y originales" },
  openTickets: { en: "Open tickets", es: "Consultas abiertas" },
  chart: {
    en: (measure: string, days: number, total: string, max: string) =>
      `${measure} per day over ${days} days: ${total} in total, at most ${max} per day.`,
    es: (measure: string, days: number, total: string, max: string) =>
      `${measure} por día durante ${days} días: ${total} en total, ${max} por día como máximo.`,
  },
  logUnusable: {
    en: "The public log is inconsistent, so new documents have to wait. Nothing is lost. The server's output says what is wrong. Once the operator has fixed it, stamping continues.",
    es: "El registro público es incoherente, por lo que los documentos esperan. No se pierde nada. La causa está en la salida del servidor. En cuanto el operador la resuelva, los documentos continúan.",
  },
  table: { en: "Show as a table", es: "Mostrar como tabla" },
  tableName: { en: "The figures of each day", es: "Las cifras de cada día" },
  day: { en: "Day (UTC)", es: "Día (UTC)" },
  total: { en: "Total", es: "Total" },
});
