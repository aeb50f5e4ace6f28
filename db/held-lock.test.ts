import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  closeDatabase,
  configureForServer,
  type Database,
  migrateDatabase,
  openDatabase,
  sqliteOf,
} from "./client.ts";
import { SqliteEngine } from "./sqlite-engine.ts";
import { addJob, listJobs } from "./test-jobs.ts";

let folder: string;
let db: Database;
let other: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-lock-"));
  db = openDatabase(join(folder, "a.sqlite"));
  migrateDatabase(db);
  configureForServer(db);
  other = openDatabase(join(folder, "a.sqlite"));
});
afterEach(async () => {
  await closeDatabase(db);
  await closeDatabase(other);
  rmSync(folder, { recursive: true, force: true });
});

const hold = () => sqliteOf(other).exec("BEGIN IMMEDIATE");
/** Lets everything run that waits for no time and no disk. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const letGo = () => sqliteOf(other).exec("ROLLBACK");

test("while another process writes, writes wait without blocking other work, and then each runs once", async () => {
  SqliteEngine.of(db).maxLockWaitMs = 500_000;
  expect(sqliteOf(db).pragma("busy_timeout", { simple: true })).toBe(0);
  hold();
  const order: string[] = [];
  const waiting = [
    addJob(db, "one").then(() => order.push("written")),
    db.transaction((db) => addJob(db, "two")).then(() => order.push("written")),
  ];
  expect(await listJobs(db)).toEqual([]);
  expect(await db.readSnapshot(listJobs)).toEqual([]);
  setTimeout(() => {
    order.push("other work");
    letGo();
  }, 30);
  await Promise.all(waiting);
  expect(order).toEqual(["other work", "written", "written"]);
  expect(await listJobs(db)).toEqual(["one", "two"]);
});

test("a write that has waited too long for another process is refused, changes nothing and can be repeated", async () => {
  SqliteEngine.of(db).maxLockWaitMs = 10;
  hold();
  const refused = { code: "SQLITE_BUSY" };
  await expect(addJob(db, "one")).rejects.toMatchObject(refused);
  await expect(db.transaction((db) => addJob(db, "two"))).rejects.toMatchObject(refused);
  letGo();
  await addJob(db, "one");
  expect(await listJobs(db)).toEqual(["one"]);
});

test("a command, which waits inside SQLite, waits only once", async () => {
  sqliteOf(other).pragma("busy_timeout = 50");
  SqliteEngine.of(other).maxLockWaitMs = 10;
  sqliteOf(db).exec("BEGIN IMMEDIATE");
  const refusal = addJob(other, "one").catch((error: unknown) => error);
  await turn();
  sqliteOf(db).exec("ROLLBACK");
  expect(await refusal).toMatchObject({ code: "SQLITE_BUSY" });
});

test("closing the database ends the wait of a write", async () => {
  SqliteEngine.of(db).maxLockWaitMs = 500_000;
  hold();
  const refusal = addJob(db, "one").catch(String);
  await closeDatabase(db);
  expect(await refusal).toContain("not open");
  letGo();
  expect(await listJobs(other)).toEqual([]);
});

test("a write that was waiting when the last process closed the database says that it is closed", async () => {
  SqliteEngine.of(db).maxLockWaitMs = 500_000;
  hold();
  const refusal = addJob(db, "one").catch(String);
  await closeDatabase(db);
  letGo();
  await closeDatabase(other);
  expect(await refusal).toContain("not open");
});
