import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, type Database, openDatabase, sqliteOf } from "./client.ts";
import { WriteLock } from "./write-lock.ts";

let folder: string;
let db: Database;
let other: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-lock-"));
  db = openDatabase(join(folder, "a.sqlite"));
  other = openDatabase(join(folder, "a.sqlite"));
});
afterEach(async () => {
  await closeDatabase(db);
  await closeDatabase(other);
  rmSync(folder, { recursive: true, force: true });
});

test("waiting for the write lock blocks no other work, and ends as soon as it is free", async () => {
  const lock = new WriteLock(db);
  lock.maxWaitMs = 60_000;
  sqliteOf(other).exec("BEGIN IMMEDIATE");
  const order: string[] = [];
  const waiting = [1, 2].map((name) => lock.untilFree().then(() => order.push(`writer ${name}`)));
  setTimeout(() => {
    order.push("somebody else");
    sqliteOf(other).exec("ROLLBACK");
  }, 30);
  await Promise.all(waiting);
  expect(order[0]).toBe("somebody else");
  expect(order).toHaveLength(3);
  sqliteOf(db).exec("CREATE TABLE written (x)");
});

test("waiting for the write lock ends after a limit, and the time limit of the write itself is unchanged", async () => {
  const lock = new WriteLock(db);
  lock.maxWaitMs = 10;
  sqliteOf(other).exec("BEGIN IMMEDIATE");
  await lock.untilFree();
  expect([lock.isHeldElsewhere(), sqliteOf(db).pragma("busy_timeout", { simple: true })]).toEqual([
    true,
    5_000,
  ]);
  sqliteOf(other).exec("ROLLBACK");
  expect(lock.isHeldElsewhere()).toBe(false);
});
