import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, type Database, migrateDatabase, openDatabase, SqliteEngine } from "./client.ts";
import { jobs } from "./schema.ts";
import { WalFile, WalSync } from "./wal-sync.ts";

/** A log whose syncs the test ends. */
class SlowFile extends WalFile {
  readonly syncs: PromiseWithResolvers<void>[] = [];
  override sync(): Promise<void> {
    const sync = Promise.withResolvers<void>();
    this.syncs.push(sync);
    return sync.promise;
  }
}

let folder: string;
let wal: SlowFile;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-wal-"));
  const path = join(folder, "a.sqlite");
  const first = openDatabase(path);
  migrateDatabase(first);
  const { writer, reader } = SqliteEngine.of(first);
  wal = new SlowFile(path);
  db = new SqliteEngine(writer, reader, wal).db;
});
afterEach(async () => {
  await closeDatabase(db);
  rmSync(folder, { recursive: true });
});

const at = new Date(1_000);
const add = (to: Database, id: string) =>
  to.insert(jobs).values({ id, kind: "test", subject: id, availableAt: at, createdAt: at }).run();
const list = async (from: Database) => (await from.select().from(jobs).all()).map(({ id }) => id);

/** Lets everything run that does not wait for the disk. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The names of the calls in the order in which they end. */
function ended(calls: Record<string, Promise<unknown>>): string[] {
  const order: string[] = [];
  for (const [name, call] of Object.entries(calls))
    call.then(
      () => order.push(name),
      () => order.push(`${name} failed`),
    );
  return order;
}

test("nobody is told of a commit, or sees it, before it is on the disk", async () => {
  const order = ended({
    transaction: db.transaction((db) => add(db, "one")),
    read: turn().then(() => list(db)),
    snapshot: turn().then(() => db.readSnapshot(list)),
    refusal: turn().then(() => db.transaction(async (db) => Promise.reject(new Error(`${await list(db)}`)))),
  });
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(order).toEqual([]);
  wal.syncs[0]?.resolve();
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(order.toSorted()).toEqual(["read", "refusal failed", "snapshot", "transaction"]);
  expect(wal.syncs.length).toBe(1);
});

test("commits that come during a sync share the next one", async () => {
  const calls = [add(db, "one")];
  await turn();
  calls.push(
    add(db, "two"),
    db.transaction((db) => add(db, "three")),
  );
  await turn();
  expect(wal.syncs.length).toBe(1);
  wal.syncs[0]?.resolve();
  await turn();
  expect(wal.syncs.length).toBe(2);
  wal.syncs[1]?.resolve();
  await Promise.all(calls);
  expect((await list(db)).toSorted()).toEqual(["one", "three", "two"]);
  expect(wal.syncs.length).toBe(2);
});

test("reading, and a transaction that changes nothing, cause no sync", async () => {
  expect(await list(db)).toEqual([]);
  expect(await db.transaction(list)).toEqual([]);
  expect(await db.readSnapshot(list)).toEqual([]);
  expect(wal.syncs.length).toBe(0);
});

test("a transaction that need not be durable waits only for the durable ones before it", async () => {
  await db.transaction((db) => add(db, "one"), { isDurable: false });
  expect(wal.syncs.length).toBe(0);
  const order = ended({
    durable: add(db, "two"),
    other: turn().then(() => db.transaction((db) => add(db, "three"), { isDurable: false })),
  });
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(order).toEqual([]);
  wal.syncs[0]?.resolve();
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(order).toEqual(["durable", "other"]);
});

test("after the disk failed once, nothing is confirmed until a restart", async () => {
  const first = add(db, "one");
  await turn();
  wal.syncs[0]?.reject(new Error("EIO"));
  await expect(first).rejects.toMatchObject({ code: "DATABASE_AWAY", message: "EIO" });
  await expect(list(db)).rejects.toThrow("EIO");
  await expect(db.transaction((db) => add(db, "two"))).rejects.toThrow("EIO");
  expect(wal.syncs.length).toBe(1);
});

test("the write-ahead log of a real database is synced, also after a checkpoint has emptied it", async () => {
  const path = join(folder, "b.sqlite");
  const real = openDatabase(path);
  migrateDatabase(real);
  const file = new WalFile(path);
  const sync = new WalSync(() => file.sync());
  for (const id of ["one", "two"]) {
    await add(real, id);
    sync.noteCommit();
    await sync.untilSynced();
    SqliteEngine.of(real).writer.pragma("wal_checkpoint(TRUNCATE)");
  }
  expect(sync.isBehind).toBe(false);
  expect((await list(real)).toSorted()).toEqual(["one", "two"]);
  file.close();
  await closeDatabase(real);
});
