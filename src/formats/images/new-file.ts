import { type FileHandle, open, rm } from "node:fs/promises";

/**
 * Makes a file, which must not exist yet, and flushes it to the disk. When it cannot be written whole nothing of
 * it is left; a file that was there before stays as it is.
 */
export async function writeNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, "wx");
  try {
    await write(file);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
