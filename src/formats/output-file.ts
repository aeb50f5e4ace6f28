import { type FileHandle, open, rm, truncate } from "node:fs/promises";

/**
 * Creates the file for a result, or uses an empty file that was prepared at that path. Throws EEXIST for a file with
 * content, and leaves it unchanged.
 */
export async function openOutput(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const file = await open(path, "r+");
    const found = await file.stat();
    if (found.isFile() && found.size === 0) return file;
    await file.close();
    throw error;
  }
}

/** Removes a result, or truncates it if it cannot be removed. */
export async function discardOutput(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => truncate(path, 0));
}

/** Appended to the output path to name the PDF that a TIFF is converted to before it is stamped. */
export const pagesEnding = ".pages";
