import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { librariesFolder } from "../../platform/self-exec.ts";
import { cacheFolder } from "../read-config.ts";

/** A file inside the executable, and its path relative to the files it is loaded with. */
export type Embedded = { source: string; path: string };

/**
 * Loads a native library from the executable. The system only loads libraries from disk, so the library and its
 * dependencies are unpacked into the cache folder. `build` is a name derived from their bytes. A file is loaded only if
 * its bytes match the executable's. Libraries that `unpack-libraries` put next to the executable are loaded from there,
 * so that the cache folder may be mounted noexec. Root never loads a library from a folder that another user can
 * change: then a private folder is used and removed.
 */
export function loadNativePart(build: string, library: Embedded, needed: Embedded[] = []): unknown {
  const files = [...needed, library];
  const beside = join(librariesFolder, build);
  if (isWhole(beside, files) && (process.geteuid?.() !== 0 || isChangedByRootAlone(beside)))
    return load(join(beside, library.path));
  const folder = resolve(cacheFolder(), build);
  if (process.geteuid?.() !== 0) return loadFrom(folder, library, files);
  if (isChangedByRootAlone(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Another user may have created the folder first.
    if (isChangedByRootAlone(folder)) return loadFrom(folder, library, files);
  }
  return loadFromPrivateFolder(library, files);
}

function loadFrom(folder: string, library: Embedded, files: Embedded[]): unknown {
  for (const { source, path } of files) unpack(readFileSync(source), join(folder, path));
  const cache = resolve(cacheFolder());
  if (dirname(folder) === cache) for (const { path } of files) letOthersRead(join(folder, path), cache);
  return load(join(folder, library.path));
}

function load(path: string): unknown {
  const loaded = { exports: {} };
  process.dlopen(loaded, path);
  return loaded.exports;
}

const isUnpacked = (bytes: Buffer, path: string) => existsSync(path) && readFileSync(path).equals(bytes);

const isWhole = (folder: string, files: Embedded[]) =>
  existsSync(folder) &&
  files.every(({ source, path }) => isUnpacked(readFileSync(source), join(folder, path)));

function loadFromPrivateFolder(library: Embedded, files: Embedded[]): unknown {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-"));
  try {
    return loadFrom(folder, library, files);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice = "Set TMPDIR to a folder that only root may change and that is not mounted noexec.";
    throw new AppError(
      "unavailable",
      "library-not-loadable",
      "A library cannot be loaded from {folder}: {reason}. {advice}",
      {
        params: { folder, reason, advice },
        cause,
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether only root can rename or replace files in this folder and in every folder above it. */
function isChangedByRootAlone(path: string): boolean {
  if (!existsSync(path)) return isChangedByRootAlone(dirname(path));
  const real = realpathSync(path);
  const { uid, mode } = statSync(real);
  const isWritableByOthers = (mode & 0o022) !== 0;
  const isSticky = (mode & 0o1000) !== 0;
  if (uid !== 0 || (isWritableByOthers && !isSticky)) return false;
  return real === "/" || isChangedByRootAlone(dirname(real));
}

/**
 * Makes a file and all its folders up to `cache` readable: if root runs the server, the processes that open documents
 * belong to another user, and load the libraries as well. They contain nothing but the program.
 */
function letOthersRead(path: string, cache: string): void {
  const { mode } = statSync(path);
  if ((mode & 0o055) !== 0o055) chmodSync(path, 0o755);
  if (path !== cache) letOthersRead(dirname(path), cache);
}

function unpack(bytes: Buffer, path: string): void {
  if (isUnpacked(bytes, path)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, bytes, { mode: 0o600 });
  renameSync(fresh, path);
}
