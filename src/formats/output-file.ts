import { type FileHandle, open, rm, truncate } from "node:fs/promises";

/**
 * Creates the file for a result. Where no file can be created, an empty file prepared at that path is used. Throws
 * EEXIST for a file that has content, and leaves it unchanged.
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

/** Removes a result; if its name cannot be removed, the file is truncated instead. */
export async function discardOutput(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => truncate(path, 0));
}

/** Appended to the output path to name the PDF that a TIFF is converted to before it is stamped. */
export const pagesEnding = ".pages";
