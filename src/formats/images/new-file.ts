import type { FileHandle } from "node:fs/promises";
import { discardOutput, openOutput } from "../output-file.ts";

/**
 * Writes a file, which must not exist or must be empty. If it cannot be written completely, no part of it is left; an
 * existing file with content stays unchanged. The file store syncs every file that it keeps.
 */
export async function writeNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await openOutput(path);
  try {
    await write(file);
  } catch (error) {
    await discardOutput(path);
    throw error;
  } finally {
    await file.close();
  }
}
