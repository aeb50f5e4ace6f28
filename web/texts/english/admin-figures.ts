/** Texts of the figures at the top of the admin portal. */
export const adminFigures = {
  title: "At a glance",
  period: "Period",
  days: (days: number) => `${days} days`,
  measures: {
    stamps: "Stamps",
    newUsers: "New users",
    revenue: "Revenue",
    failures: "Failures",
    mails: "Emails",
  },
  choose: "Show in the chart",
  users: (count: string) => `${count} in total`,
  failedMails: (count: number) => (count === 1 ? "1 not sent" : `${count} not sent`),
  firstPayments: "excluding renewals",
  month: "deleted after a month",
  storage: "Storage",
  storageNote: "stamped copies and originals",
  openTickets: "Open tickets",
  chart: (measure: string, days: number, total: string, max: string) =>
    `${measure} per day over ${days} days: ${total} in total, at most ${max} per day.`,
  logUnusable:
    "The public log is inconsistent, so new documents have to wait. Nothing is lost. The server's output says what is wrong. Once the operator has fixed it, stamping continues.",
  table: "Show as a table",
  tableName: "The figures of each day",
  day: "Day (UTC)",
  total: "Total",
};
