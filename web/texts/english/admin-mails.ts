/** Texts of the emails that were not sent, in the admin portal. */
export const adminMails = {
  title: "Emails that were not sent",
  intro:
    "Addresses and subjects of the newest ones. Their text stays hidden here; those in the folder outbox can be opened on the server with any mail program. If someone waits for a link to choose a password, make one on the page of their account.",
  none: "No email is waiting.",
  count: (count: number) => (count === 1 ? "1 email" : `${count} emails`),
  states: {
    queued: "Waiting",
    sending: "Being sent",
    saved: "In the outbox",
    failed: "Refused",
    uncertain: "Perhaps sent",
  },
  next: (when: string) => `next attempt ${when}`,
};
