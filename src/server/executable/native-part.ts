import {
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { cacheFolder } from "../read-config.ts";

/** A file inside the executable, and the place it needs to have relative to the others it is loaded with. */
export type Embedded = { source: string; path: string };

/**
 * Loads a native library that travels inside the executable: the system loads libraries from a disk only, so it and
 * the ones it needs are laid into the data folder's cache. `build` is a name that changes with their bytes: an
 * executable never loads what another one has left there, and a file that a power cut has shortened is written anew.
 * What a command of root's lays there belongs to the folder's owner, so that the server can load it too.
 */
export function loadNativePart(build: string, library: Embedded, needed: Embedded[] = []): unknown {
  const folder = resolve(cacheFolder(), build);
  for (const file of [...needed, library]) unpack(file.source, join(folder, file.path));
  const loaded = { exports: {} };
  process.dlopen(loaded, join(folder, library.path));
  return loaded.exports;
}

function unpack(source: string, path: string): void {
  const bytes = readFileSync(source);
  if (existsSync(path) && statSync(path).size === bytes.length) return;
  const folder = dirname(path);
  const firstNew = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, bytes, { mode: 0o600 });
  if (process.geteuid?.() === 0) {
    const owner = statSync(firstNew === undefined ? folder : dirname(firstNew));
    const newFolders = firstNew === undefined ? [] : foldersBetween(firstNew, folder);
    for (const one of [fresh, ...newFolders]) lchownSync(one, owner.uid, owner.gid);
  }
  renameSync(fresh, path);
}

/** Both of them and those between, the innermost first. */
const foldersBetween = (outer: string, inner: string): string[] =>
  inner.length <= outer.length ? [inner] : [inner, ...foldersBetween(outer, dirname(inner))];
