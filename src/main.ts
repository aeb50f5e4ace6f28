/** Runs the command named in the arguments, and prints the error if it fails. */
import { ZodError } from "zod";
import { AppError } from "./errors.ts";
import { runProgram } from "./server/cli/program.ts";

try {
  const exitCode = await runProgram(process.argv.slice(2));
  if (exitCode !== 0) process.exitCode = exitCode;
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

/** Errors with a sentence for the operator have no stack; programming errors have one. */
function describeError(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof ZodError) return error.issues.map(({ message }) => message).join("\n");
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
