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
  choose: "Figure in the chart",
  users: (count: string) => `${count} in all`,
  failedMails: (count: number) => (count === 1 ? "1 not sent" : `${count} not sent`),
  firstPayments: "without renewals",
  month: "kept for a month",
  storage: "Storage",
  storageNote: "stamped copies and originals",
  openTickets: "Open tickets",
  chart: (measure: string, days: number, total: string, max: string) =>
    `${measure} a day over ${days} days: ${total} in all, at most ${max} a day.`,
  table: "Show as a table",
  day: "Day (UTC)",
  total: "Total",
};
