import { AppError } from "../../errors.ts";

const codes = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** Whether an error of the system, or what caused it, says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && codes.has(String(error.code))) || isDiskFull(error.cause);
}

/** What a user is told when there is no room; the machine's own words stay with the operator. */
export function outOfSpace(cause?: unknown): AppError {
  return new AppError(
    "out_of_space",
    "server-out-of-space",
    "The server has run out of space. Please try again later.",
    { cause },
  );
}
