import type { AdminUserView } from "../../../src/features/admin/admin.output.schema.ts";

const plans = {
  trial: "Free Trial",
  payper: "Pay Per Document",
  smallbundle: "Small Bundle",
  bundle: "Bundle",
  unlimited: "Unlimited Monthly",
};

const statuses = { none: "", active: "", incomplete: ", payment incomplete", canceled: ", canceled" };

/** Texts of the list of users. */
export const adminUsers = {
  count: (count: number) => (count === 1 ? "1 user" : `${count} users`),
  range: (first: number, last: number, total: number) => `Users ${first} to ${last} of ${total}`,
  confirmed: "Confirmed",
  filters: {
    any: "Any",
    plan: "Purchased plan",
    plans: { ...plans, trial: "None (Free Trial)" },
    active: "Last login",
    actives: { yes: "In the last 30 days", no: "Earlier, or never" },
    admin: "Administrator",
    admins: { yes: "Administrators", no: "Others" },
    confirmed: "Email address",
    confirmations: { yes: "Confirmed", no: "Not confirmed, or none" },
    sort: "Sort by",
    sorts: {
      username: "Username, A to Z",
      "-username": "Username, Z to A",
      firstName: "First name, A to Z",
      "-firstName": "First name, Z to A",
      lastName: "Last name, A to Z",
      "-lastName": "Last name, Z to A",
      email: "Email, A to Z",
      "-email": "Email, Z to A",
      createdAt: "Registered, oldest first",
      "-createdAt": "Registered, newest first",
      lastLoginAt: "Last login, oldest first",
      "-lastLoginAt": "Last login, newest first",
      freeCredits: "Free credits, fewest first",
      "-freeCredits": "Free credits, most first",
    },
    reset: "Clear filters",
  },
  pager: {
    label: "Pages of users",
    previous: "Previous",
    next: "Next",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
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
    `${plans[subscriptionPlan]}${statuses[subscriptionStatus]}`,
  office: "Office",
  open: (username: string) => `Open the account ${username}`,
  account: {
    back: "All users",
    name: "Name",
    used: (count: number, limit: number | null) =>
      limit === null ? `${count} stamped` : `${count} of ${limit} stamped`,
    credits: (count: number) => (count === 1 ? "1 free credit" : `${count} free credits`),
    payments: (count: number) =>
      count === 0 ? "No payments" : count === 1 ? "1 payment" : `${count} payments, newest first`,
    incomplete: "Stripe isn't responding right now: monthly payments and some refunds are missing here.",
    documents: "Newest documents",
    noDocuments: "No documents",
    reset: {
      intro:
        "If they forgot their password: the link works once, within a day if you copy it or an hour if it is emailed. Give it to no one else. It is recorded in the audit log.",
      email: "Email a link for a new password",
      copy: "Make a link for a new password",
      mailed: "A link will be emailed",
      failed: "Link not made",
      fallback: "Please try again in a moment.",
      made: {
        title: "Copy this link now",
        text: "Give it to the owner of the account only, for example by phone message. It is shown only once.",
        field: { label: "Link for a new password", copy: "Copy link", copied: "Link copied" },
        done: "Done",
      },
    },
  },
  yes: "Admin",
  no: "No",
  never: "Never",
  delete: "Delete",
  deleteLabel: (username: string) => `Delete ${username}`,
  adminKept: "Admin accounts cannot be deleted.",
  dialog: {
    title: "Delete this user?",
    text: (username: string) =>
      `This signs ${username} out right away, deletes their names and email address, anonymizes their documents, and removes their address from answered tickets. Certificates can still be verified, without a name. You can't undo this.`,
    typed: (username: string) => `Type ${username} to confirm`,
    confirm: "Delete user",
  },
  deleted: "User Deleted",
  deletedText: (username: string) => `We deleted ${username} and anonymized their documents.`,
  failed: "Delete Failed",
  fallback: "Failed to delete user",
};
