import { AppError } from "../../errors.ts";

const codes = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** Whether an error, or its cause, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && codes.has(String(error.code))) || isDiskFull(error.cause);
}

/** The message for the user; the system's own message goes to the log only. */
export function outOfSpace(cause?: unknown): AppError {
  return new AppError(
    "out_of_space",
    "server-out-of-space",
    "The server has run out of space. Please try again later.",
    { cause },
  );
}
