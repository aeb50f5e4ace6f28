import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a small file that only the service can read; replaces an existing one. After a crash the file has the old or
 * the new content, never part of it.
 */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** Makes files that were created or renamed in a folder survive a crash. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
