import type { Requirement } from "../requirement.ts";

const access = "src/http/authorisation.test.ts";
const documents = "src/documents/documents.test.ts";
const users = "src/admin/users.test.ts";
const tickets = "src/support/support.test.ts";

/** Section 6: roles and permissions. */
export const roles: Requirement[] = [
  [
    "every call of the page refuses whom it must",
    access,
    "procedures refuse whom they must, before they look at what was sent",
  ],
  [
    "every REST call refuses whom it must",
    access,
    "routes refuse whom they must, before they look at what was sent",
  ],
  ["no call is forgotten", access, "it is decided for every procedure and every route who may call it"],
  [
    "visitors see the login at protected routes",
    "e2e/landing.e2e.ts",
    "pages for those who are signed in show the landing page to everybody else",
  ],
  ["users have their own documents only", documents, "nothing of a document is there for anybody else"],
  [
    "users email their own documents only",
    "src/documents/email.test.ts",
    "spec 6 roles: nobody can email somebody else's document, and nothing is sent",
  ],
  [
    "users see their own tickets only",
    tickets,
    "spec 7 GET /api/support/tickets: a user sees their own tickets, newest first, and nobody else's",
  ],
  [
    "only admins list and change tickets",
    tickets,
    "spec 6: a user can neither list all tickets nor change nor delete one, not even their own",
  ],
  [
    "only admins list and delete users and grant credits",
    users,
    "spec 6: a user can neither list nor delete users, nor grant credits, nor read the audit log",
  ],
  [
    "only admins read files through the admin calls",
    "src/admin/files.test.ts",
    "spec 6: neither a visitor nor a user, not even the owner, reads a file through the admin calls",
  ],
  [
    "admins view originals",
    "src/admin/files.test.ts",
    "spec 6 admin: an original is shown in a tab of its own where nothing in it can run, and that is noted",
  ],
  [
    "nobody becomes an admin by registering",
    "src/accounts/accounts.test.ts",
    "fields nobody offered are dropped: nobody registers as an administrator or with credits",
  ],
];
