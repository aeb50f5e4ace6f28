import type { AdminUserView } from "../../../src/features/admin/admin.output.schema.ts";

const statuses = { none: "", active: "", incomplete: ", payment missing", canceled: ", canceled" };

/** Texts of the list of users. */
export const adminUsers = {
  count: (count: number) => (count === 1 ? "1 user" : `${count} users`),
  newest: (count: number) => `The newest ${count} users`,
  none: "No users found",
  search: "Search username, name or email",
  columns: {
    username: "Username",
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    admin: "Admin",
    created: "Registered",
    lastLogin: "Last login",
    plan: "Plan",
    credits: "Free credits",
    actions: "Actions",
  },
  plan: ({ subscriptionPlan, subscriptionStatus }: AdminUserView) =>
    `${subscriptionPlan}${statuses[subscriptionStatus]}`,
  yes: "Admin",
  no: "No",
  never: "Never",
  delete: "Delete",
  deleteLabel: (username: string) => `Delete ${username}`,
  adminKept: "Admin accounts cannot be deleted.",
  dialog: {
    title: "Delete this user?",
    text: (username: string) =>
      `This signs ${username} out right away, deletes the names and the email address, anonymizes the documents, and removes the address from answered tickets. Certificates can still be verified, without a name. You can't undo this.`,
    typed: (username: string) => `Type ${username} to confirm`,
    confirm: "Delete user",
  },
  deleted: "User Deleted",
  deletedText: (username: string) => `We deleted ${username} and anonymized the documents.`,
  failed: "Delete Failed",
  fallback: "Failed to delete user",
};
