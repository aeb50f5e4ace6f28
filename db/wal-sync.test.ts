import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "./client.ts";
import { SqliteEngine } from "./sqlite-engine.ts";
import { addJob, listJobs } from "./test-jobs.ts";
import { type SyncedFile, WalFile, WalSync } from "./wal-sync.ts";

/** A file whose syncs the test ends. */
class SlowFile implements SyncedFile {
  readonly syncs: PromiseWithResolvers<void>[] = [];
  sync(): Promise<void> {
    const sync = Promise.withResolvers<void>();
    this.syncs.push(sync);
    return sync.promise;
  }
  close(): void {}
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
  wal = new SlowFile();
  db = new SqliteEngine(writer, reader, new WalSync(wal)).db;
  const atFirst = listJobs(db);
  wal.syncs.pop()?.resolve();
  await atFirst;
});
afterEach(async () => {
  await closeDatabase(db);
  rmSync(folder, { recursive: true });
});

const listSizes = (folder: string) =>
  readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);

/** Lets everything run that does not wait for the disk. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function turns(): Promise<void> {
  for (let done = 0; done < 5; done += 1) await turn();
}

/** The files that this process has open. */
const openFiles = (): string[] =>
  readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });

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

test("a commit is neither confirmed nor visible before it is on the disk", async () => {
  const order = ended({
    transaction: db.transaction((db) => addJob(db, "one")),
    read: turn().then(() => listJobs(db)),
    snapshot: turn().then(() => db.readSnapshot(listJobs)),
    refusal: turn().then(() =>
      db.transaction(async (db) => Promise.reject(new Error(`${await listJobs(db)}`))),
    ),
  });
  await turns();
  expect(order).toEqual([]);
  wal.syncs[0]?.resolve();
  await turns();
  expect(order.toSorted()).toEqual(["read", "refusal failed", "snapshot", "transaction"]);
  expect(wal.syncs.length).toBe(1);
});

test("commits that come during a sync share the next one", async () => {
  const calls = [addJob(db, "one")];
  await turn();
  calls.push(
    addJob(db, "two"),
    db.transaction((db) => addJob(db, "three")),
  );
  await turn();
  expect(wal.syncs.length).toBe(1);
  wal.syncs[0]?.resolve();
  await turn();
  expect(wal.syncs.length).toBe(2);
  wal.syncs[1]?.resolve();
  await Promise.all(calls);
  expect((await listJobs(db)).toSorted()).toEqual(["one", "three", "two"]);
  expect(wal.syncs.length).toBe(2);
});

test("reading, and a transaction that changes nothing, cause no sync", async () => {
  expect(await listJobs(db)).toEqual([]);
  expect(await db.transaction(listJobs)).toEqual([]);
  expect(await db.readSnapshot(listJobs)).toEqual([]);
  expect(wal.syncs.length).toBe(0);
});

test("a transaction that need not be durable waits only for the durable ones before it", async () => {
  await db.transaction((db) => addJob(db, "one"), { isDurable: false });
  expect(wal.syncs.length).toBe(0);
  const order = ended({
    durable: addJob(db, "two"),
    other: turn().then(() => db.transaction((db) => addJob(db, "three"), { isDurable: false })),
  });
  await turns();
  expect(order).toEqual([]);
  wal.syncs[0]?.resolve();
  await turns();
  expect(order).toEqual(["durable", "other"]);
});

test("after a sync has failed, nothing is confirmed until a restart", async () => {
  const first = addJob(db, "one");
  await turn();
  wal.syncs[0]?.reject(new Error("EIO"));
  await expect(first).rejects.toMatchObject({ code: "DATABASE_AWAY", message: "EIO" });
  await expect(listJobs(db)).rejects.toThrow("EIO");
  let hasRun = false;
  const next = db.transaction(async () => {
    hasRun = true;
  });
  await expect(next).rejects.toMatchObject({ code: "DATABASE_AWAY" });
  await expect(addJob(db, "two")).rejects.toMatchObject({ code: "DATABASE_AWAY" });
  expect(hasRun).toBe(false);
  expect(wal.syncs.length).toBe(1);
});

test("after the disk failed, closing does not copy the write-ahead log into the database: parts of it may be lost", async () => {
  const first = addJob(db, "one");
  await turn();
  wal.syncs[0]?.reject(new Error("EIO"));
  await expect(first).rejects.toThrow("EIO");
  const before = listSizes(folder);
  await closeDatabase(db);
  await closeDatabase(db);
  expect(listSizes(folder)).toEqual(before);
});

test("after the disk failed, a checkpoint is refused: it would copy what may be lost", async () => {
  const first = addJob(db, "one");
  await turn();
  wal.syncs[0]?.reject(new Error("EIO"));
  await expect(first).rejects.toThrow("EIO");
  const before = listSizes(folder);
  await expect(SqliteEngine.of(db).checkpoint()).rejects.toMatchObject({ code: "DATABASE_AWAY" });
  expect(listSizes(folder)).toEqual(before);
});

test("after the disk failed, the end of a command does not copy the write-ahead log either", async () => {
  const program = `
    import { closeDatabase, openDatabase } from "${import.meta.dir}/client.ts";
    import { SqliteEngine } from "${import.meta.dir}/sqlite-engine.ts";
    import { WalSync } from "${import.meta.dir}/wal-sync.ts";
    const { writer, reader } = SqliteEngine.of(openDatabase("c.sqlite"));
    writer.exec("CREATE TABLE one (a)");
    const failing = { sync: () => Promise.reject(new Error("EIO")), close: () => {} };
    const { db } = new SqliteEngine(writer, reader, new WalSync(failing));
    await db.transaction((db) => db.run("INSERT INTO one VALUES (1)")).catch(() => {});
    await closeDatabase(db);
    process.exitCode = 3;
  `;
  const command = Bun.spawn([process.execPath, "-e", program], { cwd: folder });
  expect(await command.exited).toBe(3);
  expect(statSync(join(folder, "c.sqlite-wal")).size).toBeGreaterThan(0);
});

test("the first result waits for a sync, because an earlier process may have died before its own", async () => {
  const path = join(folder, "b.sqlite");
  const { writer, reader } = SqliteEngine.of(openDatabase(path));
  const file = new SlowFile();
  const opened = new SqliteEngine(writer, reader, new WalSync(file)).db;
  migrateDatabase(opened);
  const order = ended({ read: listJobs(opened) });
  await turns();
  expect(order).toEqual([]);
  file.syncs[0]?.resolve();
  await turns();
  expect(order).toEqual(["read"]);
  await closeDatabase(opened);
});

test("each commit of a real database syncs its write-ahead log, also after a checkpoint has emptied it", async () => {
  const path = join(folder, "b.sqlite");
  const synced: string[] = [];
  const file = new WalFile(path, {
    elsewhere: async (descriptor) => {
      synced.push(readlinkSync(`/proc/self/fd/${descriptor}`));
    },
    here: () => {},
  });
  const { writer, reader } = SqliteEngine.of(openDatabase(path));
  const real = new SqliteEngine(writer, reader, new WalSync(file)).db;
  migrateDatabase(real);
  for (const id of ["one", "two"]) {
    await addJob(real, id);
    writer.pragma("wal_checkpoint(TRUNCATE)");
  }
  expect(synced).toEqual([`${path}-wal`, `${path}-wal`]);
  await closeDatabase(real);
});

test("a server keeps the write-ahead log open to sync it, until it closes the database", async () => {
  const path = join(folder, "b.sqlite");
  const real = openDatabase(path);
  migrateDatabase(real);
  const descriptors = () => openFiles().filter((name) => name === `${path}-wal`).length;
  const before = descriptors();
  await addJob(real, "one");
  expect(descriptors()).toBeGreaterThan(before);
  await closeDatabase(real);
  expect(openFiles().filter((name) => name.startsWith(path))).toEqual([]);
});

test("writes that are in progress while the database is closed are confirmed", async () => {
  const path = join(folder, "b.sqlite");
  for (let round = 0; round < 20; round += 1) {
    const real = openDatabase(path);
    migrateDatabase(real);
    const writes = ["one", "two", "three"].map((id) => addJob(real, `${round} ${id}`));
    await Promise.all([...writes, closeDatabase(real)]);
  }
  const real = openDatabase(path);
  expect(await listJobs(real)).toHaveLength(60);
  await closeDatabase(real);
});

test("a commit is confirmed although all other threads wait for something else", async () => {
  const path = join(folder, "b.sqlite");
  const real = openDatabase(path);
  migrateDatabase(real);
  await addJob(real, "one");
  const pipe = join(folder, "pipe");
  expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
  const blocked = Array.from({ length: 64 }, () => open(pipe, "r"));
  await turns();
  await addJob(real, "two");
  expect((await listJobs(real)).toSorted()).toEqual(["one", "two"]);
  const other = openSync(pipe, "r+");
  for (const file of await Promise.all(blocked)) await file.close();
  closeSync(other);
  await closeDatabase(real);
});

/** Linux reports a failed write once for each descriptor that was open. */
class FailingDisk {
  readonly #told = new Set<number>();
  hasFailed = false;
  sync(descriptor: number): void {
    if (!this.hasFailed || this.#told.has(descriptor)) return;
    this.#told.add(descriptor);
    throw new Error("EIO");
  }
}

test("a commit that the disk lost is not confirmed, even if the other thread learns of it first and reports it late", async () => {
  const path = join(folder, "a.sqlite");
  const disk = new FailingDisk();
  const late = Promise.withResolvers<void>();
  const file = new WalFile(path, {
    elsewhere: async (descriptor) => {
      try {
        disk.sync(descriptor);
      } catch (error) {
        await late.promise;
        throw error;
      }
    },
    here: (descriptor) => disk.sync(descriptor),
  });
  await file.sync();
  disk.hasFailed = true;
  await expect(file.sync()).rejects.toThrow("EIO");
  late.resolve();
  file.close();
});

test("a commit is not confirmed if a late sync of an earlier one reports a failure", async () => {
  const path = join(folder, "a.sqlite");
  const late = Promise.withResolvers<void>();
  let calls = 0;
  const file = new WalFile(path, {
    elsewhere: async () => {
      calls += 1;
      if (calls === 2) await late.promise;
    },
    here: () => {},
  });
  await file.sync();
  await file.sync();
  const next = file.sync();
  late.reject(new Error("EIO"));
  await expect(next).rejects.toThrow("EIO");
  await expect(file.sync()).rejects.toThrow("EIO");
  file.close();
});
