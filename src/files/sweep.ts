import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type FileKey, type FileStore, fileAreas } from "./store.ts";

/** Removes temporary files last written before `before` (ms since 1970); returns how many. */
export async function sweepTemporaryFiles(files: FileStore, before: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(files.temporaryFolder)) {
    const path = join(files.temporaryFolder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.mtimeMs >= before) continue;
    await files.discard(path);
    removed += 1;
  }
  return removed;
}

/**
 * Removes kept files that no row names, last written before `before` (ms since 1970); returns how many.
 * The age is a guard: a file whose row is about to be written, or whose database was restored from a backup
 * of yesterday, is not lost at once.
 */
export async function sweepOrphans(
  files: FileStore,
  isNamed: (key: FileKey) => boolean,
  before: number,
): Promise<number> {
  let removed = 0;
  for (const area of fileAreas) {
    for (const file of await files.list(area)) {
      if (file.modifiedAt >= before || isNamed(file.key)) continue;
      await files.remove(file.key);
      removed += 1;
    }
  }
  return removed;
}
