import { afterAll, beforeAll, expect, test } from "bun:test";
import { AppError } from "../../errors.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { Actor } from "../accounts/accounts.ts";
import { emailDocuments } from "../documents/email.service.ts";
import { listTickets, removeTicket, updateTicket } from "../support/support.service.ts";
import { readAuditLog } from "./audit.service.ts";
import { grantCredits } from "./credits.service.ts";
import { searchDocuments } from "./document-search.service.ts";
import { readFileByKey, readOriginal } from "./files.service.ts";
import { readUsers, removeUser } from "./users.service.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const person: Actor = {
  id: "jane",
  username: "jane",
  isAdmin: false,
  firstName: "Jane",
  lastName: "Doe",
  email: null,
};

/** Every function for administrators, as the features export it. */
const acts: Record<string, (deps: TestServer["deps"]) => unknown> = {
  readUsers: (deps) => readUsers(deps, person, { cursor: undefined, limit: 10 }),
  removeUser: (deps) => removeUser(deps, person, "ann"),
  grantCredits: (deps) => grantCredits(deps, person, { userEmail: "jane@example.org", credits: 1 }),
  searchDocuments: (deps) => searchDocuments(deps, person, { by: "username", term: "a" }),
  readAuditLog: (deps) => readAuditLog(deps, person, undefined),
  readFileByKey: (deps) => readFileByKey(deps, person, "stamped/1"),
  readOriginal: (deps) => readOriginal(deps, person, "1"),
  emailDocuments: (deps) => emailDocuments(deps, person, { serialNumber: "AT-1", email: "jane@example.org" }),
  listTickets: (deps) => listTickets(deps, person, { cursor: undefined, limit: 10 }),
  updateTicket: (deps) => updateTicket(deps, person, { id: "1", status: "closed" }),
  removeTicket: (deps) => removeTicket(deps, person, "1"),
};

for (const [name, act] of Object.entries(acts)) {
  test(`the feature itself refuses anyone but an administrator, regardless of the route: ${name} [threat C3]`, async () => {
    const outcome = await new Promise((resolve) => resolve(act(server.deps))).catch((error) => error);
    expect(outcome).toBeInstanceOf(AppError);
    expect(outcome).toMatchObject({
      kind: "forbidden",
      message: "You do not have administrator privileges.",
    });
  });
}
