import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../errors.ts";

/** A file as it was when the folder was listed. */
export type ListedEntry = {
  /** Its path inside the folder, as on disk, with folders separated by a slash. */
  name: string;
  path: string;
  size: number;
  modifiedMs: number;
};

export type FolderListing = {
  /** Sorted by UTF-16 units, independent of any language. */
  files: ListedEntry[];
  /** The number of skipped entries: hidden files and folders, symbolic links, and anything that is not a file. */
  skipped: number;
};

/**
 * All files in the folder and its subfolders, except hidden files and folders, symbolic links, devices and the folder
 * `except`. Throws `not_found` if there is no such folder, and errors of the file system.
 */
export function listFolder(folder: string, except: string): FolderListing {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AppError("not_found", "local-folder-not-found", "There is no folder {folder}.", {
      params: { folder },
    });
  }
  const listing: FolderListing = { files: [], skipped: 0 };
  walk(folder, "", except, listing);
  listing.files.sort((one, other) => (one.name < other.name ? -1 : 1));
  return listing;
}

function walk(folder: string, prefix: string, except: string, listing: FolderListing): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = `${prefix}${entry.name}`;
    if (path === except) continue;
    if (entry.name.startsWith(".")) listing.skipped += 1;
    else if (entry.isDirectory()) walk(path, `${name}/`, except, listing);
    else if (entry.isFile()) {
      // A file that disappears or whose name is not Unicode stays in the list; reading it will fail.
      const found = statSync(path, { throwIfNoEntry: false });
      listing.files.push({ name, path, size: found?.size ?? 0, modifiedMs: found?.mtimeMs ?? -1 });
    } else listing.skipped += 1;
  }
}
