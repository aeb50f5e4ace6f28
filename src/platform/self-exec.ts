import { existsSync } from "node:fs";
import { join } from "node:path";

const mainFile = join(import.meta.dir, "../main.ts");

/** The file that runs: this program as one executable, or Bun. */
export const executable = process.execPath;

/** The command line that starts this program again: the executable itself, or Bun with the program's source. */
export const selfExec = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, mainFile];

/** Everything of the program that a child of it reads. */
export function programFiles(): string[] {
  const root = join(import.meta.dir, "../..");
  const source = ["src", "db", "node_modules", "package.json", "tsconfig.json"].map((name) =>
    join(root, name),
  );
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, ...source];
}

/** What people type to call it: in the help, and in every advice to run one of its commands. */
export const programName = Bun.isStandaloneExecutable ? "attestamp" : "bun src/main.ts";

/**
 * The command, started by a line of shell that is given `words` and the command, and ends in `exec … "$@"`. A root
 * folder that holds the program alone has no shell: there the command is started as it is, and limits and priority are
 * set by whoever made the folder (e.g. systemd).
 */
export function throughShell(line: string, words: string[], command: string[]): string[] {
  return existsSync("/bin/sh") ? ["/bin/sh", "-c", line, "sh", ...words, ...command] : command;
}
