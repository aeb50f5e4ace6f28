import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../src/errors.ts";
import { type Database, migrateDatabase, sqliteOf } from "./client.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { stateFiles } from "./state-files.ts";

type Journal = { entries: { when: number; tag: string }[] };

/**
 * Applies the committed migrations. An existing database is copied first. Throws AppError if a newer version of the
 * product has used it.
 */
export function upgradeDatabase(db: Database, dataDir: string): void {
  const applied = lastApplied(db);
  const known = journal().entries;
  const newest = known.at(-1);
  if (applied !== undefined && newest !== undefined && applied > newest.when) {
    throw new AppError(
      "unavailable",
      "data-folder-too-new",
      "The data folder was used by a newer version of this program. Please start that version.",
    );
  }
  const next = known.find(({ when }) => applied !== undefined && when > applied);
  if (next) backUp(db, join(dataDir, stateFiles.databaseBefore(next.tag)));
  migrateDatabase(db);
}

/** Whether the tables match the committed migrations. */
export function isUpToDate(db: Database): boolean {
  return lastApplied(db) === journal().entries.at(-1)?.when;
}

/** The time of the newest committed migration, ms since 1970: a correct clock is never behind it. */
export function newestMigration(): number {
  return journal().entries.at(-1)?.when ?? 0;
}

/** The time of the newest applied migration; undefined for a new database. */
function lastApplied(db: Database): number | undefined {
  const table = sqliteOf(db)
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'")
    .get();
  if (table === undefined) return undefined;
  const newest = sqliteOf(db).prepare("SELECT max(created_at) FROM __drizzle_migrations").pluck().get();
  return newest === null ? undefined : Number(newest);
}

function journal(): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8"));
}

/** Creates the file completely or not at all, readable only by its owner; SQLite accepts an existing empty file. */
function backUp(db: Database, path: string): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, "", { mode: 0o600 });
  sqliteOf(db).prepare("VACUUM INTO ?").run(temporary);
  renameSync(temporary, path);
}
