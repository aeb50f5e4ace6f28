import type { FileHandle } from "node:fs/promises";
import { discardOutput, openOutput } from "../output-file.ts";

/**
 * Writes a file, which must not exist or must be empty, and flushes it to disk. If it cannot be written completely,
 * nothing of it is left; an existing file with content stays unchanged.
 */
export async function writeNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await openOutput(path);
  try {
    await write(file);
    await file.sync();
  } catch (error) {
    await discardOutput(path);
    throw error;
  } finally {
    await file.close();
  }
}
