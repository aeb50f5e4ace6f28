import { existsSync } from "node:fs";
import { join } from "node:path";

const mainFile = join(import.meta.dir, "main.ts");

/** The command line that starts this program again: the executable itself, or Bun with the program's source. */
export const ownCommand = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, mainFile];

/** What people type to call it: in the help, and in every advice to run one of its commands. */
export const programName = Bun.isStandaloneExecutable ? "attestamp" : "bun src/main.ts";

/**
 * The command, begun by a line of shell that ends in `exec … "$@"`. A root folder that holds the program alone has no
 * shell: there it is begun as it is, and whoever made the folder sets limits and priority (e.g. systemd).
 */
export function throughShell(line: string, command: string[]): string[] {
  return existsSync("/bin/sh") ? ["/bin/sh", "-c", line, "sh", ...command] : command;
}
