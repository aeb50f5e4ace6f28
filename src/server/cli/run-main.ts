import { AppError } from "../../errors.ts";

/** Runs a program, sets its exit code, and prints the error if it fails. */
export async function runMain(run: () => Promise<number>): Promise<void> {
  try {
    const exitCode = await run();
    if (exitCode !== 0) process.exitCode = exitCode;
  } catch (error) {
    console.error(await describeError(error));
    process.exit(1);
  }
}

/** Errors with a sentence for the operator have no stack; programming errors have one. */
async function describeError(error: unknown): Promise<string> {
  if (error instanceof AppError) return error.message;
  // Loaded late, since every child process starts here.
  const { ZodError } = await import("zod");
  if (error instanceof ZodError) return error.issues.map(({ message }) => message).join("\n");
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
