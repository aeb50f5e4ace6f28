import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { AppError } from "../src/errors.ts";

/** Makes the folder of everything that changes, for its owner's eyes alone. Throws AppError when it cannot be. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      "unavailable",
      "data-folder-not-created",
      "The data folder {dataDir} cannot be made: {reason}.",
      { params: { dataDir, reason }, cause },
    );
  }
}

/** Lies in a data folder while a backup is being put back into it. */
export const unfinishedRestoreName = "restore.unfinished";

/** Throws AppError where a restore was interrupted: what is there is a part of a data folder. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedRestoreName))) return;
  throw new AppError(
    "unavailable",
    "restore-unfinished",
    "A restore into {dataDir} is not finished. If none is running, run it again: it starts over.",
    { params: { dataDir } },
  );
}

/**
 * The lock of `lockDataFolder`, or undefined while a server has it. Throws AppError when the folder cannot be written.
 */
export function tryToLockDataFolder(dataDir: string): (() => void) | undefined {
  makeDataFolder(dataDir);
  const path = join(dataDir, "attestamp.lock");
  try {
    const lock = new Sqlite(path, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
    return () => lock.close();
  } catch (cause) {
    if (cause instanceof Sqlite.SqliteError && cause.code === "SQLITE_BUSY") return undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      "unavailable",
      "data-folder-not-writable",
      "The data folder {dataDir} cannot be written: {reason}.",
      { params: { dataDir, reason }, cause },
    );
  }
}

/**
 * Makes this process the only server on a data folder until the returned function is called or the process
 * ends, however it ends: the lock is the operating system's, held through an open SQLite transaction.
 * Throws AppError when another process has it, or the folder cannot be written.
 */
export function lockDataFolder(dataDir: string): () => void {
  const unlock = tryToLockDataFolder(dataDir);
  if (unlock) return unlock;
  throw new AppError(
    "unavailable",
    "data-folder-in-use",
    "Another server is already running on the data folder {dataDir}.",
    { params: { dataDir } },
  );
}
