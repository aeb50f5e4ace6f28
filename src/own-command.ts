import { join } from "node:path";

const mainFile = join(import.meta.dir, "main.ts");

/** The command line that starts this program again: the executable itself, or Bun with the program's source. */
export const ownCommand = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, mainFile];

/** What people type to call it: in the help, and in every advice to run one of its commands. */
export const programName = Bun.isStandaloneExecutable ? "attestamp" : "bun src/main.ts";
