import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { closeDatabase, sqliteOf } from "./client.ts";
import { lockDataFolder } from "./data-folder.ts";
import { openDatabaseIn } from "./open.ts";
import { stateFiles } from "./state-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, "attestamp.sqlite");

async function makeDatabase(): Promise<void> {
  const db = await openDatabaseIn(folder);
  const insert = sqliteOf(db).prepare(
    "INSERT INTO users (id, username, username_key, password_hash, created_at) VALUES (?, ?, ?, 'x', 0)",
  );
  sqliteOf(db).exec("BEGIN");
  for (let index = 0; index < 2_000; index += 1) insert.run(`id-${index}`, `name ${index}`, `key ${index}`);
  sqliteOf(db).exec("COMMIT");
  sqliteOf(db).pragma("wal_checkpoint(TRUNCATE)");
  await closeDatabase(db);
}

function overwrite(from: number, bytes: Buffer): void {
  const content = readFileSync(file());
  bytes.copy(content, from);
  writeFileSync(file(), content);
}

test("an empty folder gets a database with every table, readable only by its owner", async () => {
  const inner = join(folder, "made/for/it");
  const db = await openDatabaseIn(inner);
  expect(sqliteOf(db).prepare("SELECT count(*) FROM users").pluck().get()).toBe(0);
  await closeDatabase(db);
  expect(statSync(inner).mode & 0o777).toBe(0o700);
});

test("a folder as git has checked it out becomes readable only by its owner, like one that the server creates", async () => {
  const checkedOut = join(folder, "storage");
  mkdirSync(checkedOut);
  chmodSync(checkedOut, 0o755);
  writeFileSync(join(checkedOut, stateFiles.readme), "");
  await closeDatabase(await openDatabaseIn(checkedOut));
  expect(statSync(checkedOut).mode & 0o777).toBe(0o700);
});

test("git keeps the default data folder and never takes what a server writes there", async () => {
  const checkout = join(import.meta.dir, "..");
  const git = (...words: string[]) => Bun.spawnSync(["git", "-C", folder, ...words]).stdout.toString();
  git("init", "--quiet");
  for (const name of [".gitignore", `storage/${stateFiles.readme}`]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(checkout, name), join(folder, name));
  }
  const dataDir = join(folder, "storage");
  await closeDatabase(await openDatabaseIn(dataDir));
  for (const name of ["originals", "keys", "outbox", "site"]) {
    mkdirSync(join(dataDir, name), { recursive: true });
    writeFileSync(join(dataDir, name, stateFiles.readme), "");
  }
  expect(git("add", "--all", "--dry-run")).toBe("add '.gitignore'\nadd 'storage/README.md'\n");
});

test("in a folder that everyone can read, the database is readable only by its owner", async () => {
  const open = join(folder, "open");
  mkdirSync(open, { mode: 0o755 });
  const db = await openDatabaseIn(open);
  const files = readdirSync(open).filter((name) => name.startsWith("attestamp.sqlite"));
  expect(files.sort()).toEqual(["attestamp.sqlite", "attestamp.sqlite-shm", "attestamp.sqlite-wal"]);
  for (const name of files) expect([name, statSync(join(open, name)).mode & 0o077]).toEqual([name, 0]);
  await closeDatabase(db);
});

test("a valid database is opened unchanged, without a copy", async () => {
  await makeDatabase();
  const db = await openDatabaseIn(folder);
  expect(sqliteOf(db).prepare("SELECT count(*) FROM users").pluck().get()).toBe(2_000);
  await closeDatabase(db);
  expect(readdirSync(folder).filter((name) => name.includes("before"))).toEqual([]);
});

test("with a damaged database the server does not start, says why, and changes nothing [threat R12]", async () => {
  const damages: Record<string, () => void> = {
    "header zeroed": () => overwrite(0, Buffer.alloc(100)),
    "pages overwritten": () => overwrite(4_096 * 3, Buffer.alloc(4_096 * 8, 0x5a)),
    "cut in half": () => truncateSync(file(), Math.floor(statSync(file()).size / 2)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    rmSync(file(), { force: true });
    await makeDatabase();
    damage();
    const before = readFileSync(file());
    expect([name, await messageOf(() => openDatabaseIn(folder))]).toEqual([
      name,
      expect.stringMatching(/^The database is damaged \(.*restore a backup/s),
    ]);
    expect(readFileSync(file()).equals(before)).toBe(true);
  }
});

test("a database that lost its latest changes with its WAL file is opened as it was before those changes [threat R12]", async () => {
  await makeDatabase();
  const db = await openDatabaseIn(folder);
  sqliteOf(db).exec("DELETE FROM users");
  const alone = join(folder, "alone");
  mkdirSync(alone);
  copyFileSync(file(), join(alone, "attestamp.sqlite"));
  await closeDatabase(db);
  const opened = await openDatabaseIn(alone);
  expect(sqliteOf(opened).prepare("SELECT count(*) FROM users").pluck().get()).toBe(2_000);
  expect(sqliteOf(opened).pragma("integrity_check", { simple: true })).toBe("ok");
  await closeDatabase(opened);
});

test("if there are documents but no database, none is created [threat R12]", async () => {
  mkdirSync(join(folder, "originals"));
  writeFileSync(join(folder, "originals/1"), "a document");
  expect(await messageOf(() => openDatabaseIn(folder))).toContain(
    "contains documents, but its database is gone",
  );
});

test("an older database is copied before it is migrated [threat R15]", async () => {
  await makeDatabase();
  change(
    "DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)",
  );
  change("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('older', 1)");
  await messageOf(() => openDatabaseIn(folder));
  const copy = readdirSync(folder).find((name) => name.includes("before"));
  expect(statSync(join(folder, copy ?? "no copy")).mode & 0o077).toBe(0);
  const kept = new Sqlite(join(folder, copy ?? "no copy"), { fileMustExist: true, readonly: true });
  expect(kept.prepare("SELECT count(*) FROM users").pluck().get()).toBe(2_000);
  kept.close();
});

test("a database from a newer version is refused with a message [threat R15]", async () => {
  await makeDatabase();
  change("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9999999999999)");
  expect(await messageOf(() => openDatabaseIn(folder))).toContain("used by a newer version of this program");
});

test("if the data folder cannot be created, the server does not start and says why", async () => {
  writeFileSync(join(folder, "file"), "");
  expect(await messageOf(() => openDatabaseIn(join(folder, "file/below")))).toMatch(
    /^The data folder .* cannot be created/,
  );
  expect(existsSync(file())).toBe(false);
});

/** No one can write to /sys, not even root. */
test("if the data folder cannot be written to, the server does not start, says why, and changes nothing [threat R22]", async () => {
  expect(await messageOf(() => lockDataFolder("/sys"))).toMatch(
    /^The data folder \/sys is not writable: .+\.$/,
  );
  expect(await messageOf(() => openDatabaseIn("/sys/below"))).toMatch(
    /^The data folder \/sys\/below cannot be created: .+\.$/,
  );
  expect(readdirSync("/sys").filter((name) => /attestamp|below/.test(name))).toEqual([]);
});

function change(statement: string): void {
  const db = new Sqlite(file());
  db.exec(statement);
  db.close();
}

async function messageOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return "no error";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
