import { sendsMail } from "../../environment/server-settings.ts";

const unsent =
  "This site can't send email yet: the reply appears in their tickets. To reach someone without an account, write from a mailbox of your own.";

/** Texts of the support tickets in the admin portal. */
export const adminTickets = {
  count: (count: number) => (count === 1 ? "1 ticket" : `${count} tickets`),
  newest: (count: number) => `The newest ${count} tickets`,
  none: "No support tickets found",
  id: "Ticket",
  from: "From",
  gone: "a deleted account",
  visitor: "through the contact form",
  getStatus: (subject: string) => `Status of ${subject}`,
  resolve: "Mark as Resolved",
  delete: "Delete",
  deleteLabel: (subject: string) => `Delete ${subject}`,
  updated: "Ticket updated",
  updateFailed: "Failed to update ticket",
  updateFallback: "Please try again in a moment.",
  search: "Search subject, message or email",
  everyStatus: "Every status",
  choose: "Choose a ticket to read and reply to it.",
  back: "All tickets",
  us: "Support",
  writer: {
    account: "Account",
    open: "Open the account",
    payments: "Payments",
    documents: "Documents",
    none: "None",
    more: (count: number) => `and ${count} more`,
  },
  answer: {
    label: "Reply",
    hint: sendsMail
      ? "We'll email it with the subject and the question. It also appears in their tickets."
      : unsent,
    submit: "Send reply",
    pending: "Sending…",
  },
  mail: {
    queued: "Email is on its way",
    sending: "Email is being sent",
    sent: "Emailed",
    saved: "Not emailed: this site can't send email yet",
    failed: "Not emailed: the mail server refused it",
    uncertain: "We don't know whether the email arrived",
  },
  resolution: {
    title: "Mark as Resolved",
    label: "Resolution",
    hint: sendsMail ? "We'll email it to the person who wrote. It also appears in their tickets." : unsent,
    submit: "Mark as Resolved",
    pending: "Saving…",
  },
  dialog: {
    title: "Delete this ticket?",
    text: (subject: string) =>
      `This also deletes "${subject}" for the person who wrote it. You can't undo this.`,
    confirm: "Delete ticket",
  },
  deleted: "Ticket Deleted",
  deleteFailed: "Delete Failed",
  deleteFallback: "Failed to delete ticket",
};
