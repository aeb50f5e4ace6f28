import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Disk } from "../../platform/files/disk.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { writeAll } from "../../platform/files/write-all.ts";

/**
 * Writes an email as `NAME.eml` to the outbox folder, completely or not at all; writing it again gives the same file.
 * Any mail program can open it.
 */
export async function saveToOutbox(
  files: FileStore,
  folder: string,
  name: string,
  content: Readable,
): Promise<void> {
  const { disk } = files;
  await disk.makeFolder(folder, { recursive: true });
  const temporary = files.temporaryPath();
  try {
    await write(disk, temporary, content);
    await disk.rename(temporary, join(folder, `${name}.eml`));
    await disk.sync(folder);
  } finally {
    await files.discard(temporary);
  }
}

async function write(disk: Disk, path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await disk.open(path, "wx", 0o600);
  try {
    for await (const piece of content) await writeAll(file, piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes emails from the outbox folder that were written before `before` (ms since 1970); other files stay. */
export async function sweepOutbox(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((name) => name.endsWith(".eml"))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < before) await rm(path, { force: true });
  }
}
