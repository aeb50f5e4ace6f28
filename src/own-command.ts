import { join } from "node:path";

const mainFile = join(import.meta.dir, "main.ts");

/** The command line that starts this program again: the executable itself, or Bun with the program's source. */
export const ownCommand = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, mainFile];
