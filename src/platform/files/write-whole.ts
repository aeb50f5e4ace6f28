import { dirname } from "node:path";
import { realDisk } from "./disk.ts";

/**
 * Writes a small file that only the service can read; replaces an existing one. After a crash the file has the old or
 * the new content, never a part of it.
 */
export function writeWhole(path: string, text: string, disk = realDisk): void {
  const temporary = `${path}.new`;
  disk.writeNow(temporary, text);
  disk.renameNow(temporary, path);
  disk.syncFolderNow(dirname(path));
}

/** Makes files that were created or renamed in a folder survive a crash. */
export function syncFolder(folder: string): void {
  realDisk.syncFolderNow(folder);
}
