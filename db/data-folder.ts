import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { AppError } from "../src/errors.ts";
import { stateFiles } from "./state-files.ts";

/** Whether there is no data folder yet, or only one without data. */
export function hasNoData(dataDir: string): boolean {
  return !existsSync(dataDir) || readdirSync(dataDir).every((name) => name === stateFiles.readme);
}

/**
 * Creates the data folder, accessible only to its owner; one that git has just checked out becomes like it. Throws
 * AppError if it cannot.
 */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    takeCheckedOutFolder(dataDir);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      "unavailable",
      "data-folder-not-created",
      "The data folder {dataDir} cannot be created: {reason}.",
      { params: { dataDir, reason }, cause },
    );
  }
}

/**
 * Makes the data folder of a new checkout what it would be if this process had created it: its own, and closed to
 * others. No one chose the permissions and the owner that git gave it. Any other folder is left alone, and so is one of
 * another user unless root runs this process.
 */
export function takeCheckedOutFolder(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && statSync(dataDir).uid !== process.getuid?.()) return;
  const readme = join(dataDir, stateFiles.readme);
  const found = lstatSync(readme, { throwIfNoEntry: false });
  if (!found?.isFile() || readdirSync(dataDir).length > 1) return;
  try {
    // Its owner may have linked a file of root here.
    if (isRoot && found.nlink === 1) {
      lchownSync(readme, 0, 0);
      chownSync(dataDir, 0, 0);
    }
    chmodSync(dataDir, 0o700);
  } catch (error) {
    // A file system without owners or permissions: the folder stays as it is.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error;
  }
}

/** Throws AppError if a restore was interrupted: the folder is incomplete. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, stateFiles.unfinishedRestore))) return;
  throw new AppError(
    "unavailable",
    "restore-unfinished",
    "A restore into {dataDir} is unfinished. If none is running, run it again; it will start over.",
    { params: { dataDir } },
  );
}

/** The lock of `lockDataFolder`, or undefined if a server has it. Throws AppError if the folder cannot be written. */
export function tryToLockDataFolder(dataDir: string): (() => void) | undefined {
  makeDataFolder(dataDir);
  const path = join(dataDir, stateFiles.lock);
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
      "The data folder {dataDir} is not writable: {reason}.",
      { params: { dataDir, reason }, cause },
    );
  }
}

/**
 * Makes this process the only server on a data folder until the returned function is called or the process ends: the
 * lock is the operating system's, held by an open SQLite transaction. Throws AppError if another process has it, or the
 * folder cannot be written.
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
