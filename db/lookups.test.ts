import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { findActiveUsersByEmail } from "../src/features/accounts/accounts.repo.ts";
import { findUser, listUsers } from "../src/features/admin/users.repo.ts";
import { countOriginals } from "../src/features/documents/documents.repo.ts";
import { countMatchingDocuments, listWithoutSearchText } from "../src/features/documents/finding.repo.ts";
import { deleteMailsEndedBefore } from "../src/features/mail/mail.repo.ts";
import { listAllTickets } from "../src/features/support/support.repo.ts";
import { webhookJob } from "../src/features/webhooks/webhooks.ts";
import { countJobsFor } from "../src/platform/jobs/jobs.repo.ts";
import { makeTestFolder } from "../src/testing/test-server.ts";
import { closeDatabase, type Database, sqliteOf } from "./client.ts";
import { openDatabaseIn } from "./open.ts";
import { SqliteEngine } from "./sqlite-engine.ts";

const folder = makeTestFolder();
let db: Database;
beforeAll(async () => {
  db = await openDatabaseIn(folder);
  const insert = "INSERT INTO users (id, username, username_key, password_hash, created_at)";
  sqliteOf(db).exec(`${insert} VALUES ('ann', 'ann', 'ann', 'x', 0)`);
});
afterAll(async () => {
  await closeDatabase(db);
  rmSync(folder, { recursive: true });
});

/** SQLite's plan for every statement of `work`. */
async function plansOf(work: () => unknown): Promise<string[]> {
  const { reader, writer } = SqliteEngine.of(db);
  const statements: string[] = [];
  for (const client of [reader, writer]) {
    const prepare = client.prepare.bind(client);
    Object.assign(client, {
      prepare(sql: string) {
        statements.push(sql);
        return prepare(sql);
      },
    });
  }
  await work();
  for (const client of [reader, writer]) Reflect.deleteProperty(client, "prepare");
  return statements.flatMap((sql) => {
    const values = Array.from(sql.matchAll(/\?/g), () => 0);
    return writer
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(values)
      .map((step) => String(Object(step).detail));
  });
}

const annsDocuments = {
  userId: "ann",
  words: [],
  generated: [],
  serialNumber: undefined,
  status: undefined,
  sha256: undefined,
  projectId: undefined,
  fileTypes: undefined,
  from: undefined,
  before: undefined,
};

const lookups: Record<string, () => unknown> = {
  "who forgot a password is found by an address in any letters": () =>
    findActiveUsersByEmail(db, "Ann@example.org", 5),
  "users by age": () => listUsers(db, 100),
  "users by age, from one on": async () => listUsers(db, 100, await findUser(db, "ann")),
  "how many documents a user has": () => countMatchingDocuments(db, annsDocuments),
  "documents without a search text": () => listWithoutSearchText(db, 500),
  "tickets by age": () => listAllTickets(db, 100),
  "tickets by age, from one on": () => listAllTickets(db, 100, { createdAt: new Date(0), id: "1" }),
  "what waits to be told for one account": () => countJobsFor(db, webhookJob, "ann"),
  "mails whose way has ended": () => deleteMailsEndedBefore(db, 0),
};

for (const [what, look] of Object.entries(lookups)) {
  test(`queries use indexes, however many rows there are: ${what}`, async () => {
    const plans = await plansOf(look);
    expect(plans.length).toBeGreaterThan(0);
    for (const step of plans)
      expect(step).toMatch(/^(SEARCH|SCAN) .* USING (COVERING )?INDEX |MULTI-INDEX OR|INDEX \d/);
  });
}

test("the documents with a fingerprint are found without reading the account's others", async () => {
  const plans = await plansOf(() => countMatchingDocuments(db, { ...annsDocuments, sha256: "0".repeat(64) }));
  expect(plans).toEqual([expect.stringContaining("INDEX documents_hash (user_id=? AND sha256=?)")]);
});

test("the limit of stored originals is checked without reading the account's other documents", async () => {
  const plans = await plansOf(() => countOriginals(db, "ann"));
  expect(plans).toEqual([expect.stringContaining("USING COVERING INDEX documents_originals")]);
});
