import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, type Database, migrateDatabase, openDatabase, sqliteOf } from "./client.ts";
import { jobs } from "./schema.ts";
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

const at = new Date(1_000);
const add = (to: Database, id: string) =>
  to.insert(jobs).values({ id, kind: "test", subject: id, availableAt: at, createdAt: at }).run();
const list = async (from: Database) =>
  (await from.select().from(jobs).orderBy(jobs.id).all()).map(({ id }) => id);

test("a transaction writes everything or nothing, and sees its own writes", async () => {
  const failing = db.transaction(async (db) => {
    await add(db, "one");
    expect(await list(db)).toEqual(["one"]);
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  expect(await list(db)).toEqual([]);
  expect(await db.transaction(async (db) => add(db, "two").then(() => "written"))).toBe("written");
  expect(await list(db)).toEqual(["two"]);
});

test("outside a transaction, only committed rows are visible, and writes wait until it ends", async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const first = db.transaction(async (db) => {
    await add(db, "one");
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const second = db.transaction(async (db) => {
    expect(await list(db)).toEqual(["one"]);
    await add(db, "two");
  });
  const third = add(db, "three");
  expect(await list(db)).toEqual([]);
  goOn.resolve();
  await Promise.all([first, second, third]);
  expect(await list(db)).toEqual(["one", "three", "two"]);
});

for (const [what, use] of Object.entries({
  "a write": (outer: Database) => add(outer, "outside"),
  "a read": (outer: Database) => list(outer),
  "a second transaction": (outer: Database) => outer.transaction(async () => {}),
})) {
  test(`inside a transaction, ${what} through the outer database fails immediately, and nothing is written`, async () => {
    const wrong = db.transaction(async (inner) => {
      await add(inner, "inside");
      await use(db);
    });
    await expect(wrong).rejects.toThrow("A transaction is open here");
    expect(await list(db)).toEqual([]);
  });
}

test("a transaction cannot contain another one", async () => {
  const nested = db.transaction(async (db) => db.transaction(async () => {}));
  await expect(nested).rejects.toThrow("cannot contain another one");
});

test("the database of a transaction cannot be used after the transaction ends", async () => {
  const leaked = await db.transaction(async (db) => ({ db }));
  await expect(add(leaked.db, "late")).rejects.toThrow("has ended");
  expect(await list(db)).toEqual([]);
});

test("a transaction passes on the same dependencies, with itself as their database", async () => {
  const seen = await transaction({ db, now: () => 7 }, async (deps) => {
    await add(deps.db, "one");
    return [deps.db === db, deps.now()];
  });
  expect(seen).toEqual([false, 7]);
  expect(await list(db)).toEqual(["one"]);
});

test("an error from the engine keeps its code and does not repeat the values of the statement", async () => {
  await add(db, "secret");
  const again = add(db, "secret").catch((error: unknown) => error);
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
  for (const id of ["one", "two", "three"]) await db.transaction(async (db) => add(db, id));
  expect(compiled).toEqual(["BEGIN IMMEDIATE", expect.stringContaining("insert into"), "COMMIT"]);
});
