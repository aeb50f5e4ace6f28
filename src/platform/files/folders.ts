import { accessSync, constants, mkdirSync } from "node:fs";
import { AppError } from "../../errors.ts";
import { realDisk } from "./disk.ts";
import { outOfSpace } from "./disk-full.ts";
import type { SpaceNeed } from "./object-store.ts";

/** For the database, and for work already accepted. */
const reservedBytes = 256 * 1024 * 1024;
/** For accounts with a plan: a tenth of the disk, and at most this. */
const maxReserve = 5 * 1024 ** 3;

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

/** Throws `out_of_space` if a folder's disk lacks room for `bytes` and for what is reserved for others. */
export async function requireFreeSpace(
  folder: string,
  { bytes, isFree }: SpaceNeed,
  disk = realDisk,
): Promise<void> {
  const { bavail, blocks, bsize } = await disk.statfs(folder);
  const left = bavail * bsize - bytes;
  if (left < reservedBytes) throw outOfSpace();
  if (isFree && left < Math.min((blocks * bsize) / 10, maxReserve)) throw onlyForPlans();
}

function onlyForPlans(): AppError {
  return new AppError(
    "out_of_space",
    "space-only-for-plans",
    "The server is almost full: what is left is for accounts with a plan. Please try again later, or choose a plan.",
  );
}
