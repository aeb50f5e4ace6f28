import { closeSync, constants, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { acceptedTypes, typeExtension } from "../formats/file-types.ts";
import { isPictureStart } from "../formats/picture-start.ts";

export type FoundFile = {
  path: string;
  name: string;
  /** Where its results are saved. */
  folder: string;
  /** How it is opened: one that a folder had may have become a link since, to a file that no one meant to send. */
  flags: number;
};

export type Found = {
  files: FoundFile[];
  /** Paths that do not exist. */
  missing: string[];
  /** The number of files that were skipped because they are results of an earlier run. */
  results: number;
};

/** Names of results; files with such names in a folder are not stamped again. */
const resultName = /^(?:Stamped|Certificate_of_Affidavit|Evidence)_/i;

/**
 * The given files, and the files in given folders whose names have a type that the server accepts, or that are pictures
 * without an extension, sorted by name. `extraTypes`: whether it accepts the additional types. Skips hidden files,
 * links and results of earlier runs. With `out`, results are saved there, in the same subfolders; otherwise next to
 * each file.
 */
export function findFiles(paths: string[], out: string | undefined, extraTypes: boolean): Found {
  const types = acceptedTypes(extraTypes);
  const found: Found = { files: [], missing: [], results: 0 };
  for (const path of paths) {
    const kind = existsSync(path) ? statSync(path) : undefined;
    if (kind?.isDirectory()) walk({ root: path, out, types }, path, found);
    else if (kind?.isFile())
      found.files.push({
        path,
        name: basename(path),
        folder: out ?? dirname(path),
        flags: constants.O_RDONLY,
      });
    else found.missing.push(path);
  }
  return found;
}

type Walk = { root: string; out: string | undefined; types: Record<string, string> };

function walk(walking: Walk, folder: string, found: Found): void {
  const { root, out, types } = walking;
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) walk(walking, path, found);
    else if (entry.isFile() && isSupported(path, types)) {
      const target = out === undefined ? folder : join(out, relative(root, folder));
      if (resultName.test(entry.name)) found.results += 1;
      else found.files.push({ path, name: entry.name, folder: target, flags: withoutLinks });
    }
  }
}

function isSupported(path: string, types: Record<string, string>): boolean {
  if (extname(path).toLowerCase() in types) return true;
  return typeExtension(basename(path)) === "" && isPictureStart(readStart(path));
}

/** Opens a file, but no symbolic link; Windows cannot tell. */
export const withoutLinks = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

const startLength = 8;

/** The first bytes of a file; empty if it cannot be read. */
function readStart(path: string): Buffer {
  const start = Buffer.alloc(startLength);
  try {
    const file = openSync(path, "r");
    try {
      return start.subarray(0, readSync(file, start, 0, startLength, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}
