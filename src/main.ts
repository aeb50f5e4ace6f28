/** Runs the command named in the arguments, and prints the error if it fails. */
import { runProgram } from "./server/cli/program.ts";
import { runMain } from "./server/cli/run-main.ts";

await runMain(() => runProgram(process.argv.slice(2)));
