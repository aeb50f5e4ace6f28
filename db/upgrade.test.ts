import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { openDatabaseIn } from "./open.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "attestamp-test-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const account =
  "INSERT INTO users (id, username, username_key, password_hash, free_credits, created_at) VALUES ('a', 'a', 'a', 'x', 4, 0)";

/** A data folder as an earlier version left it: by default one of the first, with an account that has free credits. */
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
  test(`an upgrade that crashes at its statement ${statement} has no effect, and the next start repeats it [threat R15]`, async () => {
    const folder = makeOldFolder();
    const program = join(import.meta.dir, "test-crash-upgrade.ts");
    const dying = Bun.spawn([process.execPath, program, folder, String(statement)]);
    await dying.exited;
    expect(dying.signalCode).toBe("SIGKILL");
    const client = new Sqlite(join(folder, "attestamp.sqlite"));
    expect(client.prepare("SELECT count(*) FROM __drizzle_migrations").pluck().get()).toBe(3);
    client.close();

    const db = openDatabaseIn(folder);
    expect(db.$client.prepare("SELECT username FROM users").pluck().all()).toEqual(["a"]);
    expect(db.$client.pragma("integrity_check", { simple: true })).toBe("ok");
    const credits = db.$client.prepare("SELECT user_id, credits, reason FROM credit_entries").all();
    expect(credits).toEqual([{ user_id: "a", credits: 4, reason: "before" }]);
    db.$client.close();
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
  test(`an upgrade keeps what a server ${name} knows about its clock`, () => {
    const db = openDatabaseIn(makeOldFolder(20, rows));
    expect(db.$client.prepare("SELECT * FROM clock").all()).toEqual(clock);
    db.$client.close();
  });
