import { accessSync, constants, mkdirSync } from "node:fs";
import { AppError } from "../../errors.ts";
import { realDisk } from "./disk.ts";
import { outOfSpace } from "./disk-full.ts";

const reservedBytes = 256 * 1024 * 1024;

/** Creates a folder that only the service can read. Throws `unavailable`, for the operator, if it cannot be used. */
export function requireFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      "unavailable",
      "storage-unusable",
      "The folder {path} cannot be read and written: {reason}.",
      { params: { path, reason }, cause },
    );
  }
}

/** Throws `out_of_space` if a folder's disk lacks room for `bytes` and for work already accepted. */
export async function requireFreeSpace(folder: string, bytes: number, disk = realDisk): Promise<void> {
  const { bavail, bsize } = await disk.statfs(folder);
  if (bavail * bsize < bytes + reservedBytes) throw outOfSpace();
}
