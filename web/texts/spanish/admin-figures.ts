import type { adminFigures as english } from "../english/admin-figures.ts";

export const adminFigures: typeof english = {
  title: "De un vistazo",
  period: "Período",
  days: (days) => `${days} días`,
  measures: {
    stamps: "Sellos",
    newUsers: "Usuarios nuevos",
    revenue: "Ingresos",
    failures: "Fallos",
    mails: "Correos",
  },
  choose: "Cifra del gráfico",
  users: (count) => `${count} en total`,
  failedMails: (count) => (count === 1 ? "1 sin enviar" : `${count} sin enviar`),
  firstPayments: "sin renovaciones",
  month: "se guardan un mes",
  storage: "Almacenamiento",
  storageNote: "copias selladas y originales",
  openTickets: "Consultas abiertas",
  chart: (measure, days, total, max) =>
    `${measure} por día durante ${days} días: ${total} en total, ${max} por día como máximo.`,
  logUnusable:
    "El registro público es incoherente, por lo que los documentos esperan. No se pierde nada. La causa está en la salida del servidor. En cuanto el operador la resuelva, los documentos continúan.",
  table: "Mostrar como tabla",
  tableName: "Las cifras de cada día",
  day: "Día (UTC)",
  total: "Total",
};
