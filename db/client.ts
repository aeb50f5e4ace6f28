import { closeSync, existsSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { drizzle as drizzleOnSqlite } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { type Database, Engine } from "./engine.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { maxLockWaitMs, SqliteEngine } from "./sqlite-engine.ts";
import { WalFile, WalSync } from "./wal-sync.ts";

export type { Database } from "./engine.ts";

/**
 * Opens the SQLite database of a data folder. WAL so that readers never wait for the writer. A commit that is lost to a
 * power cut would be a lost attestation, so commits are synced: by `WalSync` instead of SQLite, which would block this
 * process meanwhile (synchronous=FULL). A new database, with the files that SQLite puts next to it, is readable only by
 * its owner, whatever the folder allows.
 */
export function openDatabase(path: string): Database {
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const [writer, reader] = [openConnection(path), openConnection(path)];
  reader.pragma("query_only = ON");
  return new SqliteEngine(writer, reader, new WalSync(new WalFile(path))).db;
}

function openConnection(path: string): Sqlite.Database {
  const connection = new Sqlite(path);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = NORMAL");
  connection.pragma(`busy_timeout = ${maxLockWaitMs}`);
  connection.pragma("foreign_keys = ON");
  return connection;
}

/** Opens a copy that no other process uses: one file, without the files that SQLite puts next to it. */
export function openDatabaseCopy(path: string): Database {
  const connection = new Sqlite(path, { fileMustExist: true });
  connection.pragma("journal_mode = DELETE");
  connection.pragma("foreign_keys = ON");
  return new SqliteEngine(connection).db;
}

/** Opens the database for reading only. Throws if there is none. */
export function openDatabaseToRead(path: string): Database {
  const connection = new Sqlite(path, { readonly: true, fileMustExist: true });
  return new SqliteEngine(connection).db;
}

/**
 * For a server, once all migrations are applied. While SQLite waits for another process's lock, nothing else in this
 * process runs: from now on, it refuses writes immediately, and the engine retries them between other work. A command
 * may wait inside SQLite.
 */
export function configureForServer(db: Database): void {
  if (db.engine === "postgres") return;
  const { writer, reader } = SqliteEngine.of(db);
  writer.pragma("busy_timeout = 0");
  // Readers wait only while the write-ahead log is being recovered after a crash.
  reader.pragma("busy_timeout = 100");
  // SQLite puts the list of an IN into a temporary table. In a file, it takes longer than the rest of the statement.
  // Migrations, which sort whole tables, use files.
  for (const connection of [writer, reader]) connection.pragma("temp_store = MEMORY");
}

/** Applies the committed migrations. */
export function migrateDatabase(db: Database): void {
  migrate(drizzleOnSqlite(sqliteOf(db)), { migrationsFolder });
}

/** Starts a write transaction that changes nothing. Rejects if the database cannot be written. */
export async function startEmptyWrite(db: Database): Promise<void> {
  await db.transaction(async () => {});
}

/** Waits for the transaction in progress. Closing twice does nothing. After a failed sync, connections stay open. */
export async function closeDatabase(db: Database): Promise<void> {
  await Engine.of(db).close();
}

/**
 * The writing connection, for SQLite's own features: migrations, PRAGMAs, copies of the file. It sees the uncommitted
 * changes of the current transaction. What is committed through it directly is synced only with the next commit.
 */
export function sqliteOf(db: Database): Sqlite.Database {
  return SqliteEngine.of(db).writer;
}
