import { existsSync } from "node:fs";
import { join } from "node:path";

const mainFile = join(import.meta.dir, "../main.ts");

/** The running executable: this program as a single file, or Bun. */
export const executable = process.execPath;

/** The command line that starts this program again: the executable itself, or Bun with the program's source. */
export const selfExec = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, mainFile];

/** The files of the program that a child reads. */
export function programFiles(): string[] {
  const root = join(import.meta.dir, "../..");
  const source = ["src", "db", "node_modules", "package.json", "tsconfig.json"].map((name) =>
    join(root, name),
  );
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, ...source];
}

/**
 * Starts the command through a shell line that gets `words` and the command as arguments and ends in `exec … "$@"`. If
 * the root folder contains only the program, there is no shell: then the command starts directly, and limits and
 * priority are up to the environment (e.g. systemd).
 */
export function throughShell(line: string, words: string[], command: string[]): string[] {
  return existsSync("/bin/sh") ? ["/bin/sh", "-c", line, "sh", ...words, ...command] : command;
}
