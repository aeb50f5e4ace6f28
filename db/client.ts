import { closeSync, existsSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { migrationsFolder } from "./migrations-folder.ts";
import * as schema from "./schema.ts";

export type Database = BetterSQLite3Database<typeof schema> & { $client: Sqlite.Database };

/**
 * Opens the one database. WAL so that readers never wait for the writer; synchronous=FULL because a commit
 * that is lost to a power cut would be a lost attestation. A new one, and with it the files SQLite lays beside it, is
 * readable by its owner alone, whatever folder the operator has made for it.
 */
export function openDatabase(path: string): Database {
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const client = new Sqlite(path);
  client.pragma("journal_mode = WAL");
  client.pragma("synchronous = FULL");
  client.pragma("busy_timeout = 5000");
  client.pragma("foreign_keys = ON");
  return drizzle(client, { schema });
}

/**
 * For a server: whoever finds the database held by another process waits inside a call of SQLite, and with it everybody
 * else, so not for long. `WriteLock` waits longer without holding anybody up. A command, which is alone in its process,
 * may wait as long as it was opened to.
 */
export function waitBriefly(db: Database): void {
  db.$client.pragma("busy_timeout = 100");
}

/** Opens the database to be read only, as it is. Throws when there is none. */
export function openDatabaseToRead(path: string): Database {
  return drizzle(new Sqlite(path, { readonly: true, fileMustExist: true }), { schema });
}

/** Brings the tables up to date with the committed migrations. */
export function migrateDatabase(db: Database): void {
  migrate(db, { migrationsFolder });
}

/** Takes the right to write and gives it back, changing nothing. Throws when the database cannot be written. */
export function holdForWriting(db: Database): void {
  db.$client.transaction(() => {}).immediate();
}
