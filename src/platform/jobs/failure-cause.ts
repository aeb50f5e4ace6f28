import { AppError } from "../../errors.ts";
import { isDiskFull } from "../files/disk-full.ts";
import { libraryNotLoaded } from "./tasks.ts";

/**
 * Why an attempt failed. document: it was refused with a message for its owner, and would be refused again. machine: a
 * full disk, a missing service, a disk error, a killed child; a later attempt may succeed. ours: an unexpected error,
 * which waiting does not fix.
 */
export type FailureCause = "document" | "machine" | "ours";

const systemCodes = new Set([
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "EAGAIN",
  "EROFS",
  "EACCES",
  "SQLITE_BUSY",
  "DATABASE_AWAY",
  "DATABASE_BUSY",
  libraryNotLoaded,
]);

export function getFailureCause(error: unknown): FailureCause {
  if (isDiskFull(error) || isOfTheSystem(error)) return "machine";
  if (!(error instanceof AppError) || error.kind === "internal") return "ours";
  return error.kind === "unavailable" || error.kind === "out_of_space" ? "machine" : "document";
}

function isOfTheSystem(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return systemCodes.has(code) || code.startsWith("SQLITE_IOERR") || isOfTheSystem(error.cause);
}
