import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { nativeBuilds } from "./native-builds.ts";

const mainFile = join(import.meta.dir, "../main.ts");

/** The running executable: this program as a single file, or Bun. */
export const executable = process.execPath;

/** The command line that starts this program again: the executable itself, or Bun with the program's source. */
export const selfExec = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, mainFile];

/**
 * The folder next to the executable with its native libraries, if `unpack-libraries` put them there. Otherwise they are
 * unpacked into the cache folder, which must then allow that programs run from it.
 */
export const librariesFolder = join(dirname(process.execPath), "lib/attestamp");

/** Undefined unless that folder has the libraries of exactly this executable. */
export const unpackedLibraries =
  nativeBuilds.length > 0 && nativeBuilds.every((build) => existsSync(join(librariesFolder, build)))
    ? librariesFolder
    : undefined;

/** The files of the program that a child reads. */
export function programFiles(): string[] {
  const root = join(import.meta.dir, "../..");
  const source = ["src", "db", "node_modules", "package.json", "tsconfig.json"].map((name) =>
    join(root, name),
  );
  if (!Bun.isStandaloneExecutable) return [process.execPath, ...source];
  return unpackedLibraries === undefined ? [process.execPath] : [process.execPath, unpackedLibraries];
}

/**
 * Starts the command through a shell line that gets `words` and the command as arguments and ends in `exec … "$@"`. If
 * the root folder contains only the program, there is no shell: then the command starts directly, and limits and
 * priority are up to the environment (e.g. systemd).
 */
export function throughShell(line: string, words: string[], command: string[]): string[] {
  return existsSync("/bin/sh") ? ["/bin/sh", "-c", line, "sh", ...words, ...command] : command;
}
