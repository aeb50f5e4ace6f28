import { type FileHandle, open, rm, truncate } from "node:fs/promises";

/**
 * Opens the file for a result: a new one, or an empty one that was made for it, where no new one can be made. A file
 * with content stays as it is: that is an EEXIST.
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

/** Leaves nothing of a result; where its name cannot be removed the file is empty then. */
export async function discardOutput(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => truncate(path, 0));
}

/** The name of what a TIFF becomes before it is stamped: that of the result and this. */
export const pagesEnding = ".pages";
