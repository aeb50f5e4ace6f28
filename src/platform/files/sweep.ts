import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type FileKey, fileAreas } from "./object-store.ts";
import type { FileStore } from "./store.ts";

/** Removes temporary files last written before `before` (ms since 1970); returns the number removed. */
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
 * Removes stored files that no row refers to (`keysInUse` gets a few hundred keys at a time) and that were last written
 * before `before` (ms since 1970); returns the number removed. The age limit protects files whose row is about to be
 * written, or whose database was restored from an older backup.
 */
export async function sweepOrphans(
  files: FileStore,
  keysInUse: (keys: FileKey[]) => Promise<ReadonlySet<FileKey>>,
  before: number,
): Promise<number> {
  let removed = 0;
  for (const area of fileAreas) {
    for await (const batch of files.list(area)) {
      const keys = batch.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
      const inUse = await keysInUse(keys);
      for (const key of keys.filter((key) => !inUse.has(key))) {
        await files.remove(key);
        removed += 1;
      }
    }
  }
  return removed;
}
