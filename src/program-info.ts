import { version } from "../package.json";

/** The version of this program. */
export const programVersion: string = version;

/** The command as people type it, for the help and for messages that mention it. */
export const programName = Bun.isStandaloneExecutable ? "attestamp" : "bun src/main.ts";
