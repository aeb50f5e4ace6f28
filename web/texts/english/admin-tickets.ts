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
  resolution: {
    title: "Mark as Resolved",
    label: "Resolution",
    hint: "We email it to the person who wrote, and it appears in their tickets.",
    submit: "Mark as Resolved",
    pending: "Saving...",
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
