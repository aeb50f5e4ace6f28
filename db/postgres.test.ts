import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { openTestLine } from "../src/testing/test-line.ts";
import { type PostgresServer, startPostgres } from "../src/testing/test-postgres.ts";
import { makeTestFolder } from "../src/testing/test-server.ts";
import { until } from "../src/testing/test-waiting.ts";
import { closeDatabase, type Database, startEmptyWrite } from "./client.ts";
import { openConfiguredDatabase, openDatabaseIn, readConfiguredDatabase } from "./open.ts";
import { PostgresEngine } from "./postgres-engine.ts";
import { migratePostgres } from "./postgres-migrations.ts";
import { rateLimits } from "./schema.ts";

setDefaultTimeout(600_000);
let server: PostgresServer;
let folder: string;
let place: { dataDir: string; databaseUrl: string };
let db: Database;
beforeAll(async () => {
  server = await startPostgres();
  folder = makeTestFolder();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  place = { dataDir: folder, databaseUrl: server.makeDatabase(crypto.randomUUID()) };
  db = await openConfiguredDatabase(place);
});
afterEach(() => closeDatabase(db));

/** The result of a query with one column, as lines. */
async function readLines(db: Database, query: string): Promise<string[]> {
  const rows = await db.values(sql.raw(query));
  return rows.map(([line]) => String(line)).toSorted();
}

/** Each as lines of text, in SQLite and in PostgreSQL. */
const descriptions = {
  "columns with their types, and which may be null": [
    `SELECT t.name || '.' || c.name || ' ' || replace(replace(lower(CASE instr(c.type, '(') WHEN 0 THEN c.type
       ELSE substr(c.type, 1, instr(c.type, '(') - 1) END), 'integer', 'bigint'), 'blob', 'bytea')
       || CASE c."notnull" WHEN 1 THEN ' not null' ELSE '' END
     FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'
       AND t.name NOT LIKE 'sqlite_%' AND t.name <> '__drizzle_migrations'`,
    `SELECT table_name || '.' || column_name || ' ' || data_type
       || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`,
  ],
  defaults: [
    `SELECT t.name || '.' || c.name || ' ' || CASE c.dflt_value WHEN 'false' THEN '0' WHEN 'true' THEN '1'
       ELSE c.dflt_value END
     FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.dflt_value IS NOT NULL
       AND t.name NOT LIKE 'sqlite_%' AND t.name <> '__drizzle_migrations'`,
    `SELECT table_name || '.' || column_name || ' ' || split_part(column_default, '::', 1)
     FROM information_schema.columns WHERE table_schema = 'public' AND column_default IS NOT NULL`,
  ],
  "primary keys": [
    `SELECT t.name || ': ' || (SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info(t.name)
       WHERE pk > 0 ORDER BY pk)) FROM sqlite_master t WHERE t.type = 'table'
       AND t.name NOT LIKE 'sqlite_%' AND t.name <> '__drizzle_migrations'`,
    `SELECT i.indrelid::regclass || ': ' || (SELECT string_agg(trim(pg_get_indexdef(i.indexrelid, k, true), '"'), ','
       ORDER BY k) FROM generate_series(1, i.indnkeyatts) k) FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid AND c.relnamespace = 'public'::regnamespace
     WHERE i.indisprimary AND i.indrelid <> 'schema_migrations'::regclass`,
  ],
  indexes: [
    `SELECT i.name || CASE i."unique" WHEN 1 THEN ' unique' ELSE '' END
       || CASE i.partial WHEN 1 THEN ' partial' ELSE '' END || ': '
       || (SELECT group_concat(coalesce(name, 'expression')) FROM (SELECT name FROM pragma_index_info(i.name)
         ORDER BY seqno))
     FROM sqlite_master t, pragma_index_list(t.name) i WHERE t.type = 'table' AND i.origin <> 'pk'
       AND t.name <> '__drizzle_migrations'`,
    `SELECT c.relname || CASE WHEN i.indisunique THEN ' unique' ELSE '' END
       || CASE WHEN i.indpred IS NOT NULL THEN ' partial' ELSE '' END || ': '
       || (SELECT string_agg(CASE i.indkey[k - 1] WHEN 0 THEN 'expression'
         ELSE trim(pg_get_indexdef(i.indexrelid, k, true), '"') END, ',' ORDER BY k) FROM generate_series(1, i.indnkeyatts) k)
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid AND c.relnamespace = 'public'::regnamespace
     WHERE NOT i.indisprimary`,
  ],
  references: [
    `SELECT t.name || '.' || f."from" || ' to ' || f."table" || '.' || f."to" || ' ' || lower(f.on_delete)
     FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
    `SELECT f.conrelid::regclass || '.' || a.attname || ' to ' || f.confrelid::regclass || '.' || b.attname || ' '
       || CASE f.confdeltype WHEN 'a' THEN 'no action' WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null'
         ELSE f.confdeltype::text END
     FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
     JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = f.confkey[1] WHERE f.contype = 'f'`,
  ],
} satisfies Record<string, [string, string]>;

test("the migrations create the same tables on SQLite and on PostgreSQL", async () => {
  const sqlite = await openDatabaseIn(makeTestFolder());
  for (const [what, [onSqlite, onPostgres]] of Object.entries(descriptions)) {
    const expected = await readLines(sqlite, onSqlite);
    expect(expected.length).toBeGreaterThan(0);
    expect([what, ...(await readLines(db, onPostgres))]).toEqual([what, ...expected]);
  }
  const named = await readLines(sqlite, "SELECT sql FROM sqlite_master WHERE sql LIKE '%CHECK%'");
  const checks = named.flatMap((text) =>
    [...text.matchAll(/CONSTRAINT ["`](\w+)["`] CHECK/g)].map(([, name = ""]) => name),
  );
  expect(
    await readLines(
      db,
      "SELECT conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace",
    ),
  ).toEqual(checks.toSorted());
  await closeDatabase(sqlite);
});

test("texts compare byte by byte, whatever the locale of the database", async () => {
  const others = `SELECT table_name || '.' || column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`;
  expect(await readLines(db, others)).toEqual([]);
});

test("servers that start at the same time on a new database create its tables once", async () => {
  const url = server.makeDatabase(crypto.randomUUID(), "template1");
  const open = () => openConfiguredDatabase({ dataDir: folder, databaseUrl: url });
  const opened = await Promise.all([open(), open(), open()]);
  for (const one of opened) {
    expect(await one.select().from(rateLimits).all()).toEqual([]);
    await closeDatabase(one);
  }
});

test("a server waits for the one that is creating the tables, even longer than a statement may take", async () => {
  const url = server.makeDatabase(crypto.randomUUID(), "template1");
  const first = new PostgresEngine(url, "first server");
  const second = new PostgresEngine(url, "second server", { statementMs: 500 });
  await first.db.run(
    sql`CREATE TABLE schema_migrations (tag text COLLATE "C" PRIMARY KEY, number bigint NOT NULL)`,
  );
  const lockWaits = sql`SELECT count(*) FROM pg_locks WHERE NOT granted`;
  let migration: Promise<void> | undefined;
  await first.db.transaction(async (db) => {
    await db.run(sql`LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE`);
    migration = migratePostgres(second.db);
    await until("the second server waits", async () => Number((await db.values(lockWaits))[0]?.[0]) > 0);
    // This wait begins later, and ends because it has lasted too long.
    const control = second.db.values(sql`SELECT tag FROM schema_migrations`);
    const error = await control.catch((error) => error);
    expect(error).toMatchObject({ message: expect.stringContaining("statement timeout") });
  });
  await migration;
  expect(await second.db.select().from(rateLimits).all()).toEqual([]);
  await Promise.all([first.close(), second.close()]);
});

test("a database that a newer version has used is refused, and one without tables is not read", async () => {
  const empty = { dataDir: folder, databaseUrl: server.makeDatabase(crypto.randomUUID(), "template1") };
  await expect(readConfiguredDatabase(empty)).rejects.toThrow("of an older version");
  await db.run(sql`INSERT INTO schema_migrations VALUES ('9999_later', 9999)`);
  await expect(openConfiguredDatabase(place)).rejects.toThrow("used by a newer version of this program");
  await expect(readConfiguredDatabase(place)).rejects.toThrow("used by a newer version of this program");
});

const increase = async (db: Database) => {
  const row = await db.select().from(rateLimits).get();
  await db
    .update(rateLimits)
    .set({ count: (row?.count ?? 0) + 1 })
    .run();
};
const startCounter = () =>
  db
    .insert(rateLimits)
    .values({ bucket: "a", count: 0, windowEndsAt: new Date(0) })
    .run();
const readCounter = async () => (await db.select().from(rateLimits).get())?.count;

test("transactions can rely on what they have read, however many run at the same time on several servers", async () => {
  await startCounter();
  const other = await openConfiguredDatabase(place);
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? other : db).transaction(increase)));
  expect(await readCounter()).toBe(40);
  await closeDatabase(other);
});

test("a transaction that fails leaves nothing behind, and its database cannot be used after it ends", async () => {
  await startCounter();
  let ended: Database | undefined;
  const failed = db.transaction(async (db) => {
    ended = db;
    await increase(db);
    throw new Error("an error of the callback");
  });
  await expect(failed).rejects.toThrow("an error of the callback");
  expect(await readCounter()).toBe(0);
  await expect(ended?.select().from(rateLimits).all()).rejects.toThrow("has ended");
});

test("inside a transaction, the database outside of it and a second transaction are refused", async () => {
  const outside = db.transaction(async () => void (await db.select().from(rateLimits).all()));
  await expect(outside).rejects.toThrow("Please use the database that it passes on");
  const nested = db.transaction((db) => db.transaction(async () => {}));
  await expect(nested).rejects.toThrow("cannot contain another one");
});

test("a snapshot shows a single point in time, and nothing can be written in it", async () => {
  await startCounter();
  const other = await openConfiguredDatabase(place);
  await db.readSnapshot(async (snapshot) => {
    expect((await snapshot.select().from(rateLimits).get())?.count).toBe(0);
    await other.transaction(increase);
    expect((await snapshot.select().from(rateLimits).get())?.count).toBe(0);
  });
  expect(await readCounter()).toBe(1);
  await closeDatabase(other);
  await expect(db.readSnapshot(increase)).rejects.toThrow("read-only transaction");
});

test("while the database is unavailable, calls fail with a code that says so; when it is back, work continues", async () => {
  await startCounter();
  await server.stop();
  const away = { code: "DATABASE_AWAY" };
  expect(await readCounter().catch((error) => error)).toMatchObject(away);
  expect(await db.transaction(increase).catch((error) => error)).toMatchObject(away);
  expect(await startEmptyWrite(db).catch((error) => error)).toMatchObject(away);
  await expect(openConfiguredDatabase(place)).rejects.toThrow("Please check DATABASE_URL");
  await server.start();
  expect(await readCounter()).toBe(0);
  await db.transaction(increase);
  expect(await readCounter()).toBe(1);
});

test("if the network loses everything but closes no connection, the database counts as unavailable, and work continues when it is back", async () => {
  const line = await openTestLine(place.databaseUrl);
  const { db } = new PostgresEngine(line.url);
  await db.run(sql`INSERT INTO rate_limits (bucket, count, window_ends_at) VALUES ('before', 1, 0)`);
  line.cut();
  const calls = [
    db.values(sql`SELECT 1`),
    db.run(sql`INSERT INTO rate_limits (bucket, count, window_ends_at) VALUES ('meanwhile', 1, 0)`),
    db.transaction(async (db) => db.values(sql`SELECT 1`)),
    db.readSnapshot(async (db) => db.values(sql`SELECT 1`)),
  ];
  for (const answer of await Promise.allSettled(calls)) {
    expect(answer).toMatchObject({ status: "rejected", reason: { code: "DATABASE_AWAY" } });
  }
  line.mend();
  expect(await db.values(sql`SELECT 1`)).toEqual([[1]]);
  await closeDatabase(db);
  await line.close();
});

test("a commit whose connection is lost silently fails, and new transactions succeed", async () => {
  let lost: "nothing" | "the next message" = "nothing";
  const line = await openTestLine(place.databaseUrl, () => {
    const passes = lost === "nothing";
    lost = "nothing";
    return passes;
  });
  const { db } = new PostgresEngine(line.url, "lost commit", { overdueMs: 2_000, drainMs: 500 });
  const insert = (db: Database, bucket: string) =>
    db.run(sql`INSERT INTO rate_limits (bucket, count, window_ends_at) VALUES (${bucket}, 1, 0)`);
  const stuck = db.transaction(async (db) => {
    await insert(db, "stuck");
    lost = "the next message";
  });
  expect(await stuck.catch((error) => error)).toMatchObject({ code: "DATABASE_AWAY" });
  await db.transaction(async (db) => void (await insert(db, "afterwards")));
  expect(await db.values(sql`SELECT bucket FROM rate_limits ORDER BY bucket`)).toEqual([["afterwards"]]);
  await closeDatabase(db);
  await line.close();
});

test("after a failover, a server that reaches the standby fails calls as unavailable, and finds the primary when the address points to it again", async () => {
  const line = await openTestLine(place.databaseUrl);
  line.lead(await server.startStandby());
  const { db } = new PostgresEngine(line.url);
  await db.values(sql`SELECT 1`);
  const away = { code: "DATABASE_AWAY" };
  const insert = async (db: Database) =>
    void (await db.run(sql`INSERT INTO rate_limits (bucket, count, window_ends_at) VALUES ('after', 1, 0)`));
  expect(await insert(db).catch((error) => error)).toMatchObject(away);
  expect(await db.transaction(insert).catch((error) => error)).toMatchObject(away);
  line.lead(Number(new URL(place.databaseUrl).port));
  await until("the primary is found", () =>
    db.transaction(insert).then(
      () => true,
      () => false,
    ),
  );
  expect(await db.values(sql`SELECT pg_is_in_recovery()`)).toEqual([[false]]);
  await closeDatabase(db);
  await line.close();
});

test("a statement that the primary refuses as unsupported or read-only interrupts no other work", async () => {
  await startCounter();
  const { db } = new PostgresEngine(place.databaseUrl, "primary", { minConnectedMs: 0 });
  const unsupported = sql.raw("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '0A000'; END $$");
  const [begun, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inProgress = db.transaction(async (db) => {
    await increase(db);
    begun.resolve();
    await refused.promise;
    await increase(db);
  });
  await begun.promise;
  for (let run = 0; run < 20; run++) {
    expect(await db.run(unsupported).catch((error) => error)).toMatchObject({ message: "no" });
    await expect(db.readSnapshot(increase)).rejects.toThrow("read-only transaction");
  }
  refused.resolve();
  await inProgress;
  expect(await readCounter()).toBe(2);
  await closeDatabase(db);
});

test("a database without space, memory or connections, and a statement that took too long, count as unavailable", async () => {
  for (const code of ["53100", "53200", "53300", "57014", "58030", "25P03"]) {
    const fails = sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`);
    expect(await db.run(fails).catch((error) => error)).toMatchObject({ code: "DATABASE_AWAY" });
  }
});

test("a transaction whose connection is cut is undone, and the next one succeeds", async () => {
  await startCounter();
  const cut = db.transaction(async (db) => {
    await increase(db);
    await db.run(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
  });
  expect(await cut.catch((error) => error)).toMatchObject({ code: "DATABASE_AWAY" });
  for (let run = 0; run < 20; run++) await db.transaction(increase);
  expect(await readCounter()).toBe(20);
});

test("a proxy that drops the settings of connections is refused, unless the database has them for the role", async () => {
  const line = await openTestLine(place.databaseUrl, () => true, dropSettings);
  const { pathname } = new URL(place.databaseUrl);
  const databaseUrl = line.url.replace("attestamp@", "pooled@");
  const admin = (text: string) => db.run(sql.raw(text));
  await admin(`DO $$ BEGIN CREATE ROLE pooled SUPERUSER LOGIN; EXCEPTION WHEN duplicate_object THEN END $$`);
  const open = () => openConfiguredDatabase({ dataDir: folder, databaseUrl });
  await expect(open()).rejects.toThrow(
    "drops settings of connections: default_transaction_isolation, statement_timeout, idle_in_transaction_session_timeout.",
  );
  const ofRole = `ALTER ROLE pooled IN DATABASE "${pathname.slice(1)}" SET`;
  await admin(`${ofRole} default_transaction_isolation = 'serializable'`);
  await admin(`${ofRole} statement_timeout = '60s'`);
  await expect(open()).rejects.toThrow("connections: idle_in_transaction_session_timeout.");
  await admin(`${ofRole} idle_in_transaction_session_timeout = '30s'`);
  await closeDatabase(await open());
  await line.close();
});

/** The first message of a connection, with no settings except user and database, as PgBouncer forwards it. */
function dropSettings(message: Buffer): Buffer {
  const isStart = message.length > 8 && message.readInt32BE(4) === 0x30000;
  if (!isStart) return message;
  const words = message.toString("utf8", 8, message.readInt32BE(0) - 2).split("\0");
  const kept = words.flatMap((name, at) =>
    at % 2 === 0 && ["user", "database"].includes(name) ? [name, words[at + 1] ?? ""] : [],
  );
  const body = Buffer.from(`${kept.join("\0")}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(0x30000, 4);
  return Buffer.concat([head, body, message.subarray(message.readInt32BE(0))]);
}

test("no message contains the database's password", async () => {
  const databaseUrl = place.databaseUrl.replace("attestamp@", "nobody:very-secret@");
  const opened = openConfiguredDatabase({ dataDir: folder, databaseUrl });
  await expect(opened).rejects.toThrow("cannot be used");
  await opened.catch((error) => expect(Bun.inspect(error)).not.toContain("very-secret"));
});

test("a SQLite database is not mistaken for PostgreSQL", async () => {
  const sqlite = await openDatabaseIn(makeTestFolder());
  expect(() => PostgresEngine.of(sqlite)).toThrow("not PostgreSQL");
  await closeDatabase(sqlite);
});

test("one after the other, statements and transactions use the connection again that was used last", async () => {
  const backend = sql`SELECT pg_backend_pid()`;
  const kinds = {
    statement: () => db.values(backend),
    transaction: () => db.transaction(async (db) => db.values(backend)),
  };
  for (const run of Object.values(kinds)) {
    const together = await Promise.all(Array.from({ length: 5 }, run));
    expect(new Set(together.flat(2)).size).toBe(5);
    const seen = new Set<unknown>();
    for (let time = 0; time < 10; time += 1) for (const [pid] of await run()) seen.add(pid);
    expect(seen.size).toBe(1);
  }
});

test("a transaction whose failed statement was ignored is not reported as committed", async () => {
  const work = db.transaction(async (db) => {
    await db.insert(rateLimits).values({ bucket: "lost", count: 1, windowEndsAt: new Date(1) });
    await db.run(sql.raw("SELECT 1 / 0")).catch(() => {});
  });
  await expect(work).rejects.toThrow("division by zero");
  expect(await db.select().from(rateLimits)).toEqual([]);
});

test("of statements that are started together, the one that failed is reported, even if all answers arrive at once", async () => {
  const line = await openTestLine(place.databaseUrl, (_number, message) => {
    // After this one, what PostgreSQL answers is held back.
    if (message.includes("hold back")) queueMicrotask(line.cut);
    return true;
  });
  const { db: remote } = new PostgresEngine(line.url);
  const divide = (by: number, text: string) =>
    remote.transaction(async (db) => {
      const slowlyReported = async () => {
        try {
          await db.values(sql`SELECT 1 / ${by}::int`);
        } finally {
          for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
        }
      };
      await Promise.all([slowlyReported(), db.values(sql`SELECT ${text}::text`)]);
    });
  // So that both are prepared, and travel together.
  await divide(1, "let pass");
  const divided = divide(0, "hold back").catch(String);
  const aborted = sql`SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction (aborted)' AND query LIKE '%::text'`;
  await until("PostgreSQL has answered both", async () => (await db.values(aborted)).length > 0);
  line.mend();
  expect(await divided).toContain("division by zero");
  await closeDatabase(remote);
  await line.close();
});
