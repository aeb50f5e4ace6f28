/** Every sentence of the support tickets as admins see them. */
export const adminTickets = {
  count: (count: number) => (count === 1 ? "1 ticket" : `${count} tickets`),
  newest: (count: number) => `The newest ${count} tickets`,
  none: "No support tickets found",
  id: "Ticket",
  from: "From",
  gone: "an account that was deleted",
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
    hint: "It is mailed to the person who wrote and stands in their tickets.",
    submit: "Mark as Resolved",
    pending: "Saving...",
  },
  dialog: {
    title: "Delete this ticket?",
    text: (subject: string) =>
      `"${subject}" is gone for good, also for the person who wrote it. This cannot be undone.`,
    confirm: "Delete ticket",
  },
  deleted: "Ticket Deleted",
  deleteFailed: "Delete Failed",
  deleteFallback: "Failed to delete ticket",
};
