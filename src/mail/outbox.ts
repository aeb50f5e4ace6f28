import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type FileStore, sync } from "../files/store.ts";

/**
 * Keeps a mail as `NAME.eml` in the outbox folder, whole or not at all; written again it is the same file. Any
 * mail program opens it.
 */
export async function saveToOutbox(
  files: FileStore,
  folder: string,
  name: string,
  content: Readable,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = files.temporaryPath();
  try {
    await pipeline(content, createWriteStream(temporary, { mode: 0o600, flags: "wx" }));
    await sync(temporary);
    await rename(temporary, join(folder, `${name}.eml`));
    await sync(folder);
  } finally {
    await files.discard(temporary);
  }
}

/** Removes mails from the outbox folder that were written before `before` (ms since 1970); other files stay. */
export async function sweepOutbox(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((name) => name.endsWith(".eml"))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < before) await rm(path, { force: true });
  }
}
