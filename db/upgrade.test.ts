import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { closeDatabase, sqliteOf } from "./client.ts";
import { openDatabaseIn } from "./open.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "attestamp-test-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const account =
  "INSERT INTO users (id, username, username_key, password_hash, free_credits, created_at) VALUES ('a', 'a', 'a', 'x', 4, 0)";

/**
 * A data folder from an earlier version: by default one of the first versions, with an account that has free credits.
 */
function makeOldFolder(migrationCount = 3, rows = account): string {
  const migrations = join(scratch, "migrations");
  cpSync(join(import.meta.dir, "migrations"), migrations, { recursive: true });
  const path = join(migrations, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, migrationCount) }));
  const folder = join(scratch, "data");
  mkdirSync(folder);
  const client = new Sqlite(join(folder, "attestamp.sqlite"));
  migrate(drizzle(client), { migrationsFolder: migrations });
  client.exec(rows);
  client.close();
  return folder;
}

for (const statement of [1, 5, 15])
  test(`an upgrade that crashes at its statement ${statement} has no effect, and the next start repeats the upgrade [threat R15]`, async () => {
    const folder = makeOldFolder();
    const program = join(import.meta.dir, "test-crash-upgrade.ts");
    const dying = Bun.spawn([process.execPath, program, folder, String(statement)]);
    await dying.exited;
    expect(dying.signalCode).toBe("SIGKILL");
    const client = new Sqlite(join(folder, "attestamp.sqlite"));
    expect(client.prepare("SELECT count(*) FROM __drizzle_migrations").pluck().get()).toBe(3);
    client.close();

    const db = await openDatabaseIn(folder);
    expect(sqliteOf(db).prepare("SELECT username FROM users").pluck().all()).toEqual(["a"]);
    expect(sqliteOf(db).pragma("integrity_check", { simple: true })).toBe("ok");
    const credits = sqliteOf(db).prepare("SELECT user_id, credits, reason FROM credit_entries").all();
    expect(credits).toEqual([{ user_id: "a", credits: 4, reason: "before" }]);
    await closeDatabase(db);
    expect(readdirSync(folder).filter((name) => name.includes("before"))).toHaveLength(1);
  });

const clockRows: Record<string, { rows: string; clock: unknown[] }> = {
  "that issued times, was contradicted and checked its clock": {
    rows: "INSERT INTO vouched_time VALUES (1, 3000); INSERT INTO contradicted_clock VALUES (1, 2000); INSERT INTO trusted_clock VALUES (1, 1000)",
    clock: [{ id: 1, newest_issued: 3000, contradicted_since: 2000, trusted_at: 1000 }],
  },
  "that only issued times": {
    rows: "INSERT INTO vouched_time VALUES (1, 3000)",
    clock: [{ id: 1, newest_issued: 3000, contradicted_since: null, trusted_at: null }],
  },
  "that never issued a time": { rows: "", clock: [] },
};
for (const [name, { rows, clock }] of Object.entries(clockRows))
  test(`an upgrade keeps what a server ${name} knows about its clock`, async () => {
    const db = await openDatabaseIn(makeOldFolder(20, rows));
    expect(sqliteOf(db).prepare("SELECT * FROM clock").all()).toEqual(clock);
    await closeDatabase(db);
  });

test("an upgrade says of each document what was attested", async () => {
  const row = (id: string, facts: string) =>
    `INSERT INTO documents (id, original_name, file_type, file_size, sha256, created_at${facts && `, ${facts}`})
      VALUES ('${id}', 'a', 'b', '1', 'c', 1${facts && ", '{}'"});`;
  const rows = ["", "collection", "timeline", "acknowledgement"].map((facts) =>
    row(facts || "upload", facts),
  );
  const db = await openDatabaseIn(makeOldFolder(44, rows.join("")));
  expect(sqliteOf(db).prepare("SELECT id, kind FROM documents ORDER BY id").raw().all()).toEqual([
    ["acknowledgement", "acknowledgement"],
    ["collection", "collection"],
    ["timeline", "timeline"],
    ["upload", "document"],
  ]);
  await closeDatabase(db);
});

test("an upgrade lets an account stamp at once whose address was confirmed before, but not a later one with the same mailbox", async () => {
  const row = (id: string, confirmed: string) =>
    `INSERT INTO users (id, username, username_key, password_hash, created_at, free_stamps_from, email_key, email_confirmed_at)
      VALUES ('${id}', '${id}', '${id}', 'x', 0, 9000, ${confirmed});`;
  const rows = [row("first", "'m', 1"), row("second", "'m', 2"), row("unconfirmed", "NULL, NULL")];
  const db = await openDatabaseIn(makeOldFolder(61, rows.join("")));
  const waits = sqliteOf(db).prepare("SELECT id, free_stamps_from AS wait FROM users ORDER BY id").all();
  expect(waits).toEqual([
    { id: "first", wait: null },
    { id: "second", wait: 9000 },
    { id: "unconfirmed", wait: 9000 },
  ]);
  await closeDatabase(db);
});

test("a token made before there were scopes for collections and projects keeps what it could do", async () => {
  const row = (id: string, scopes: string[]) =>
    `INSERT INTO access_tokens (id, user_id, name, secret_sha256, scopes, created_at)
      VALUES ('${id}', 'jane', 'x', 'x', '${JSON.stringify(scopes)}', 1);`;
  const jane = `INSERT INTO users (id, username, username_key, password_hash, email, created_at)
    VALUES ('jane', 'Jane', 'jane', 'x', 'jane@example.org', 1000);`;
  const both = row("both", ["documents:read", "documents:write"]);
  const before = readdirSync(join(import.meta.dir, "migrations"))
    .toSorted()
    .findIndex((name) => name.endsWith("_token-scopes.sql"));
  const db = await openDatabaseIn(makeOldFolder(before, jane + both + row("read", ["documents:read"])));
  expect(sqliteOf(db).prepare("SELECT id, scopes FROM access_tokens ORDER BY id").raw().all()).toEqual([
    [
      "both",
      '["documents:read","collections:read","projects:read","documents:write","collections:write","projects:write"]',
    ],
    ["read", '["documents:read","collections:read","projects:read"]'],
  ]);
  await closeDatabase(db);
});

/** One row of each kind whose loss users would notice, with the columns of the first release. */
const samples = `
  INSERT INTO users (id, username, username_key, password_hash, email, free_credits, created_at)
    VALUES ('jane', 'Jane', 'jane', 'x', 'jane@example.org', 2, 1000);
  INSERT INTO documents (id, user_id, original_name, original_path, file_type, serial_number, file_size, status, sha256, created_at)
    VALUES ('lease', 'jane', 'Lease.pdf', 'originals/lease', 'application/pdf', 'AT-1', '7', 'completed', 'ab', 2000);
  INSERT INTO certificates (serial_number, document_id, attestation, issued_at) VALUES ('AT-1', 'lease', 'jws', 3000);
  INSERT INTO stamp_usage (id, user_id, document_id, plan, taken_at) VALUES ('one', 'jane', 'lease', 'trial', 3000);
  INSERT INTO sessions (sid, user_id, sess, expire) VALUES ('sid', 'jane', '{}', 9000000000000);
  INSERT INTO support_tickets (id, user_id, email, subject, message, category, created_at, updated_at)
    VALUES ('ask', 'jane', 'jane@example.org', 'My lease', 'Where is it?', 'general', 4000, 4000);
  INSERT INTO audit_log (id, action, subject, created_at) VALUES ('act', 'user.deleted', 'joe', 5000)`;

const migrationNames = readdirSync(join(import.meta.dir, "migrations")).filter((name) =>
  name.endsWith(".sql"),
);

for (let count = 1; count < migrationNames.length; count += 1)
  test(`the data folder of a release with ${count} of today's migrations opens, and all of its accounts, documents, certificates and tickets are present`, async () => {
    const folder = makeOldFolder(count, samples);
    const db = await openDatabaseIn(folder);
    const read = (query: string) => sqliteOf(db).prepare(query).get();
    expect(read("SELECT username, email, free_credits FROM users")).toEqual({
      username: "Jane",
      email: "jane@example.org",
      free_credits: 2,
    });
    expect(read("SELECT original_name, user_id, status, serial_number FROM documents")).toEqual({
      original_name: "Lease.pdf",
      user_id: "jane",
      status: "completed",
      serial_number: "AT-1",
    });
    expect(read("SELECT attestation FROM certificates WHERE document_id = 'lease'")).toEqual({
      attestation: "jws",
    });
    expect(read("SELECT user_id, plan FROM stamp_usage")).toEqual({ user_id: "jane", plan: "trial" });
    expect(read("SELECT message, status FROM support_tickets")).toEqual({
      message: "Where is it?",
      status: "open",
    });
    expect(read("SELECT count(*) AS acts FROM audit_log")).toEqual({ acts: 1 });
    expect(sqliteOf(db).pragma("foreign_key_check")).toEqual([]);
    expect(sqliteOf(db).pragma("integrity_check", { simple: true })).toBe("ok");
    await closeDatabase(db);
    expect(readdirSync(folder).filter((name) => name.includes("before"))).toHaveLength(1);
  });
