import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, type Database, migrateDatabase, openDatabase, sqliteOf } from "./client.ts";
import { addJob, listJobs } from "./test-jobs.ts";
import { transaction } from "./transaction.ts";

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-port-"));
  db = openDatabase(join(folder, "a.sqlite"));
  migrateDatabase(db);
});
afterEach(async () => {
  await closeDatabase(db);
  rmSync(folder, { recursive: true });
});

test("a transaction writes everything or nothing, and sees its own writes", async () => {
  const failing = db.transaction(async (db) => {
    await addJob(db, "one");
    expect(await listJobs(db)).toEqual(["one"]);
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  expect(await listJobs(db)).toEqual([]);
  expect(await db.transaction(async (db) => addJob(db, "two").then(() => "written"))).toBe("written");
  expect(await listJobs(db)).toEqual(["two"]);
});

test("outside a transaction, only committed rows are visible, and writes wait until it ends", async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const first = db.transaction(async (db) => {
    await addJob(db, "one");
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const second = db.transaction(async (db) => {
    expect(await listJobs(db)).toEqual(["one"]);
    await addJob(db, "two");
  });
  const third = addJob(db, "three");
  expect(await listJobs(db)).toEqual([]);
  goOn.resolve();
  await Promise.all([first, second, third]);
  expect(await listJobs(db)).toEqual(["one", "three", "two"]);
});

for (const [what, use] of Object.entries({
  "a write": (outer: Database) => addJob(outer, "outside"),
  "a read": (outer: Database) => listJobs(outer),
  "a second transaction": (outer: Database) => outer.transaction(async () => {}),
})) {
  test(`inside a transaction, ${what} through the outer database fails immediately, and nothing is written`, async () => {
    const wrong = db.transaction(async (inner) => {
      await addJob(inner, "inside");
      await use(db);
    });
    await expect(wrong).rejects.toThrow("A transaction is open here");
    expect(await listJobs(db)).toEqual([]);
  });
}

test("a transaction cannot contain another one", async () => {
  const nested = db.transaction(async (db) => db.transaction(async () => {}));
  await expect(nested).rejects.toThrow("cannot contain another one");
});

test("the database of a transaction cannot be used after the transaction ends", async () => {
  const leaked = await db.transaction(async (db) => ({ db }));
  await expect(addJob(leaked.db, "late")).rejects.toThrow("has ended");
  expect(await listJobs(db)).toEqual([]);
});

test("a transaction passes on the same dependencies, with itself as their database", async () => {
  const seen = await transaction({ db, now: () => 7 }, async (deps) => {
    await addJob(deps.db, "one");
    return [deps.db === db, deps.now()];
  });
  expect(seen).toEqual([false, 7]);
  expect(await listJobs(db)).toEqual(["one"]);
});

test("an error from the engine keeps its code and does not repeat the values of the statement", async () => {
  await addJob(db, "secret");
  const again = addJob(db, "secret").catch((error: unknown) => error);
  expect(await again).toMatchObject({ code: expect.stringMatching(/^SQLITE_CONSTRAINT/) });
  expect(String(await again)).not.toContain("secret");
});

test("a statement is compiled once for each connection, however often it runs", async () => {
  const compiled: string[] = [];
  const client = sqliteOf(db);
  const prepare = client.prepare.bind(client);
  Object.assign(client, {
    prepare(text: string) {
      compiled.push(text);
      return prepare(text);
    },
  });
  for (const id of ["one", "two", "three"]) await db.transaction(async (db) => addJob(db, id));
  expect(compiled).toEqual(["BEGIN IMMEDIATE", expect.stringContaining("insert into"), "COMMIT"]);
});
