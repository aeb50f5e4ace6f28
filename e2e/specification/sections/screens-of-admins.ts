import type { Requirement } from "../requirement.ts";

const portal = "e2e/admin.e2e.ts";
const users = "src/admin/users.test.ts";
const search = "src/admin/document-search.test.ts";

/** Section 2: the admin portal. */
export const screensOfAdmins: Requirement[] = [
  [
    "admin: Access Denied and a way home",
    portal,
    "spec 2 admin: a user without the right sees Access Denied and a way home; a visitor sees the login",
  ],
  ["admin: four tabs", portal, "spec 6: an admin comes from the dashboard to the portal with its four tabs"],
  [
    "admin: search by email, serial and username",
    search,
    "spec 2 admin: documents are found by email, serial number and username, in any case and in part",
  ],
  [
    "admin: results have the document's fields and the client's",
    search,
    "spec 3 admin document search result: the document's fields and the client's names, username and email",
  ],
  [
    "admin: the Enter key searches; four actions for each result",
    portal,
    "spec 2 admin: a document found by its serial number is mailed, downloaded, certified and viewed",
  ],
  [
    "admin: by email and username",
    portal,
    "spec 2 admin: documents are found by email and username; a link to a search shows the same again",
  ],
  [
    "admin: a document that is not completed is shown in a failure style",
    portal,
    "spec 2 admin: a document that is not completed looks like a failure and has nothing to send or download",
  ],
  [
    "admin: users: the fields of the list",
    users,
    "spec 2 admin: the list of users has the fields of the specification, the newest first",
  ],
  [
    "admin: users: delete, and not of admins",
    portal,
    "spec 4 users: an account is deleted once its name was typed; the focus begins on Cancel",
  ],
  [
    "admin: tickets: status dropdown, 'Mark as Resolved' with a text, delete, the id's first 8 characters",
    portal,
    "spec 4 tickets: an admin sets a status, resolves with a text and deletes",
  ],
  [
    "admin: customer service: credits by email, with guidance",
    portal,
    "spec 2 customer service: credits are granted by email, with guidance and each refusal",
  ],
  [
    "admin: customer service: credits bypass no limit",
    "src/billing/document-payment.test.ts",
    "spec 2 admin: free credits bypass no limit unless the operator allows it",
  ],
];
