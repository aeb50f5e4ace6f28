import { AppError } from "../../errors.ts";
import { isDiskFull } from "../files/disk-full.ts";

/**
 * What an attempt failed of. document: it was refused with a sentence for its owner, and would be again.
 * machine: no room, no service, a fault of the disk, a child killed from outside; it passes with time. ours: an
 * error nobody foresaw, which waiting does not mend.
 */
export type Fault = "document" | "machine" | "ours";

const systemCodes = new Set([
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "EAGAIN",
  "EROFS",
  "EACCES",
  "SQLITE_BUSY",
]);

export function faultOf(error: unknown): Fault {
  if (isDiskFull(error) || isOfTheSystem(error)) return "machine";
  if (!(error instanceof AppError) || error.kind === "internal") return "ours";
  return error.kind === "unavailable" || error.kind === "out_of_space" ? "machine" : "document";
}

function isOfTheSystem(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return systemCodes.has(code) || code.startsWith("SQLITE_IOERR") || isOfTheSystem(error.cause);
}
