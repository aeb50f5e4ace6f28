import type { AdminUserView } from "../../../src/features/admin/admin.schema.ts";

const standing = { none: "", active: "", incomplete: ", payment missing", canceled: ", canceled" };

/** Every sentence of the list of users. */
export const adminUsers = {
  count: (count: number) => (count === 1 ? "1 user" : `${count} users`),
  newest: (count: number) => `The newest ${count} users`,
  none: "No users found",
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
    `${subscriptionPlan}${standing[subscriptionStatus]}`,
  yes: "Admin",
  no: "No",
  never: "Never",
  delete: "Delete",
  deleteLabel: (username: string) => `Delete ${username}`,
  adminKept: "Admin accounts cannot be deleted.",
  dialog: {
    title: "Delete this user?",
    text: (username: string) =>
      `${username} is signed out at once, the names and the email address are forgotten, the documents are anonymised, and tickets that wait for no answer lose the address. Certificates stay verifiable without a name. This cannot be undone.`,
    typed: (username: string) => `Type ${username} to confirm`,
    confirm: "Delete user",
  },
  deleted: "User Deleted",
  deletedText: (username: string) => `${username} was deleted and the documents were anonymised.`,
  failed: "Delete Failed",
  fallback: "Failed to delete user",
};
