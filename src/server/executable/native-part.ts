import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../read-config.ts";

/** A file inside the executable, and the place it needs to have relative to the others it is loaded with. */
export type Embedded = { source: string; path: string };

/**
 * Loads a native library that travels inside the executable: the system loads libraries from a disk only, so it and
 * the ones it needs are laid into the data folder's cache. `build` is a name that changes with their bytes: an
 * executable never loads what another one has left there, and a file that a power cut has shortened is written anew.
 */
export function loadNativePart(build: string, library: Embedded, needed: Embedded[] = []): unknown {
  const folder = join(cacheFolder(), build);
  for (const file of [...needed, library]) unpack(file.source, join(folder, file.path));
  const loaded = { exports: {} };
  process.dlopen(loaded, join(folder, library.path));
  return loaded.exports;
}

function unpack(source: string, path: string): void {
  const bytes = readFileSync(source);
  if (existsSync(path) && statSync(path).size === bytes.length) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, bytes, { mode: 0o600 });
  renameSync(fresh, path);
}
