import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { AppError } from "../src/errors.ts";
import { programName } from "../src/program-info.ts";
import { closeDatabase, type Database, openDatabase, openDatabaseToRead, sqliteOf } from "./client.ts";
import { makeDataFolder, refuseUnfinishedRestore, tryToLockDataFolder } from "./data-folder.ts";
import { DatabaseUnavailableError } from "./engine.ts";
import {
  type MoveMark,
  readFolderMark,
  readPostgresMark,
  refuseMoved,
  refuseUnfinishedMove,
} from "./move-marks.ts";
import { stateFiles } from "./state-files.ts";
import { isUpToDate, upgradeDatabase } from "./upgrade.ts";

const documentFolders = [stateFiles.originals, stateFiles.stamped, stateFiles.certificates];

/** Where a server stores its rows: in PostgreSQL or, without `databaseUrl`, in SQLite in its data folder. */
type Place = { dataDir: string; databaseUrl: string | undefined };

/**
 * The database with current tables. Throws AppError with a message for the operator if it cannot be used.
 * `connectionName`: the name that PostgreSQL shows, if it is not the server's name.
 */
export async function openConfiguredDatabase(
  { dataDir, databaseUrl }: Place,
  connectionName?: string,
): Promise<Database> {
  if (databaseUrl === undefined) return openDatabaseIn(dataDir);
  makeDataFolder(dataDir);
  return openPostgres(databaseUrl, "migrate", refuseMoved, connectionName);
}

/** The same for a move, which ignores the marks of earlier moves. */
export async function openDatabaseToMove(
  { dataDir, databaseUrl }: Place,
  connectionName: string,
): Promise<Database> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, "migrate", () => {}, connectionName);
  makeDataFolder(dataDir);
  refuseUnfinishedRestore(dataDir);
  return openIntactDatabase(dataDir);
}

/** The database, read-only, even while a server uses it. Throws AppError like `openConfiguredDatabase`. */
export async function readConfiguredDatabase({ dataDir, databaseUrl }: Place): Promise<Database> {
  return databaseUrl === undefined
    ? readDatabaseIn(dataDir)
    : openPostgres(databaseUrl, "require", refuseUnfinishedMove);
}

/** Loads the engine only if PostgreSQL is used. */
async function openPostgres(
  url: string,
  tables: "migrate" | "require",
  refuse: (mark: MoveMark | undefined, place: string) => void,
  connectionName?: string,
): Promise<Database> {
  const { PostgresEngine } = await import("./postgres-engine.ts");
  const { migratePostgres, requireMigrated } = await import("./postgres-migrations.ts");
  const engine = new PostgresEngine(url, connectionName);
  const { db } = engine;
  try {
    const dropped = await engine.findDroppedSettings();
    if (dropped.length > 0) {
      throw new AppError(
        "unavailable",
        "postgres-settings-dropped",
        "Something between the server and the database {place}, such as PgBouncer, drops settings of connections: {settings}. See docs/scaling.md.",
        { params: { place: printPlace(url), settings: dropped.join(", ") } },
      );
    }
    refuse(await readPostgresMark(db), printPlace(url));
    await (tables === "migrate" ? migratePostgres(db) : requireMigrated(db));
    return db;
  } catch (cause) {
    await closeDatabase(db);
    if (!(cause instanceof DatabaseUnavailableError)) throw cause;
    throw new AppError(
      "unavailable",
      "postgres-unusable",
      "The database {place} cannot be used: {reason}. Please check DATABASE_URL.",
      { params: { place: printPlace(url), reason: reason(cause) }, cause },
    );
  }
}

/** Without credentials. */
function printPlace(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * The database of a data folder: intact, with current tables. Throws AppError with a message for the operator if the
 * folder cannot be written, or its database is damaged, missing or from a newer version. A database is created only if
 * there are no documents yet.
 */
export async function openDatabaseIn(dataDir: string): Promise<Database> {
  makeDataFolder(dataDir);
  refuseUnfinishedRestore(dataDir);
  refuseMoved(readFolderMark(dataDir), dataDir);
  return openIntactDatabase(dataDir);
}

/** The same for a data folder that is being restored. */
export async function openIntactDatabase(dataDir: string): Promise<Database> {
  const path = join(dataDir, stateFiles.database);
  const db = await openChecked(path);
  try {
    if (isEmpty(db) && holdsDocuments(dataDir)) {
      throw new AppError(
        "unavailable",
        "database-missing",
        "{dataDir} contains documents, but its database is gone. {remedy}",
        { params: { dataDir, remedy: remedy(path) } },
      );
    }
    upgradeDatabase(db, dataDir);
    return db;
  } catch (error) {
    await closeDatabase(db);
    throw error;
  }
}

/**
 * The database for a command, even while a server uses it. In SQLite, its tables are migrated only if no server is
 * running. Throws AppError like `openConfiguredDatabase`, and also if the server has a different version.
 */
export async function openDatabaseForCommand({ dataDir, databaseUrl }: Place): Promise<Database> {
  if (databaseUrl !== undefined) return openConfiguredDatabase({ dataDir, databaseUrl });
  const unlock = tryToLockDataFolder(dataDir);
  if (!unlock) return openDatabaseInUse(dataDir);
  try {
    return await openDatabaseIn(dataDir);
  } finally {
    unlock();
  }
}

async function openDatabaseInUse(dataDir: string): Promise<Database> {
  const db = await openChecked(join(dataDir, stateFiles.database));
  if (isUpToDate(db)) return db;
  await closeDatabase(db);
  throw new AppError(
    "unavailable",
    "other-version-running",
    "A server of another version is running on the data folder {dataDir}. Please stop it first, or use the same version.",
    { params: { dataDir } },
  );
}

/** Throws AppError if the database should be in a data folder that does not exist: opening it would create one. */
export function requireDataFolder({ dataDir, databaseUrl }: Place): void {
  if (databaseUrl !== undefined) return;
  refuseUnfinishedRestore(dataDir);
  if (existsSync(join(dataDir, stateFiles.database))) return;
  throw new AppError(
    "not_found",
    "not-a-data-folder",
    "{dataDir} is not a data folder: there is no {fileName}.",
    { params: { dataDir, fileName: stateFiles.database } },
  );
}

/**
 * The database of a data folder, read-only, even while a server uses it. Throws AppError if there is none or its tables
 * are not those of this version.
 */
export async function readDatabaseIn(dataDir: string): Promise<Database> {
  const path = join(dataDir, stateFiles.database);
  refuseUnfinishedMove(readFolderMark(dataDir), dataDir);
  requireDataFolder({ dataDir, databaseUrl: undefined });
  const db = openDatabaseToRead(path);
  if (isUpToDate(db)) return db;
  await closeDatabase(db);
  throw new AppError(
    "unavailable",
    "database-of-other-version",
    "{path} is from another version. Please start the server on it once.",
    { params: { path } },
  );
}

async function openChecked(path: string): Promise<Database> {
  try {
    const db = openDatabase(path);
    const found = sqliteOf(db).pragma("quick_check(1)", { simple: true });
    if (found === "ok") return db;
    await closeDatabase(db);
    throw damagedDatabase(path, String(found));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const damaged = cause instanceof Sqlite.SqliteError && /CORRUPT|NOTADB/.test(cause.code);
    if (damaged) throw damagedDatabase(path, reason(cause), cause);
    throw new AppError(
      "unavailable",
      "database-unreadable",
      "The database {path} cannot be opened: {reason}.",
      {
        params: { path, reason: reason(cause) },
        cause,
      },
    );
  }
}

function damagedDatabase(path: string, reason: string, cause?: unknown): AppError {
  return new AppError("unavailable", "database-damaged", "The database is damaged ({reason}). {remedy}", {
    params: { reason, remedy: remedy(path) },
    cause,
  });
}

const remedy = (path: string) =>
  `Nothing was changed. Move ${dirname(path)} aside and keep it, then restore a backup: ${programName} restore PATH.`;
const reason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

function isEmpty(db: Database): boolean {
  return sqliteOf(db).prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() === undefined;
}

function holdsDocuments(dataDir: string): boolean {
  return documentFolders
    .map((name) => join(dataDir, name))
    .some((folder) => existsSync(folder) && readdirSync(folder).length > 0);
}
