import type { FileHandle } from "node:fs/promises";
import { discardOutput, openOutput } from "../output-file.ts";

/**
 * Makes a file, which must not exist or be empty, and flushes it to the disk. When it cannot be written whole nothing
 * of it is left; a file with content that was there before stays as it is.
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
