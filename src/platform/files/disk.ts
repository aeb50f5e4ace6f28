import { chmodSync, closeSync, fsync, openSync, statfsSync, statSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { openPreparedFile, type PreparedFile } from "../../evidence/pades/prepared-file.ts";

/**
 * The operations that write and remove documents, emails and the newest checkpoint: fault injection (`bun run faults`)
 * replaces it with a disk that fails at any of them.
 */
export type Disk = {
  open: (path: string, flags: string, mode?: number) => Promise<FileHandle>;
  openPrepared: (path: string) => Promise<PreparedFile>;
  chmod: (path: string, mode: number) => Promise<void>;
  rename: (from: string, to: string) => Promise<void>;
  /** Resolves when the file or folder would survive a power failure. */
  sync: (path: string) => Promise<void>;
  /** Removes a file, or a folder with everything in it. A missing one is not an error. */
  remove: (path: string) => Promise<void>;
  makeFolder: (path: string, options?: { recursive: true }) => Promise<unknown>;
  statfs: (path: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;
  getSize: (path: string) => number | undefined;
};

/**
 * The disk of this machine. Calls that take microseconds, because the system answers from memory, are synchronous:
 * handing them to another thread takes longer.
 */
export const realDisk: Disk = {
  open,
  openPrepared: openPreparedFile,
  chmod: async (path, mode) => chmodSync(path, mode),
  rename,
  sync,
  remove: (path) => rm(path, { recursive: true, force: true }),
  makeFolder: (path, options) => mkdir(path, { ...options, mode: 0o700 }),
  statfs: async (path) => statfsSync(path),
  getSize: (path) => statSync(path, { throwIfNoEntry: false })?.size,
};

const syncOpened = promisify(fsync);

/** Only the sync itself runs in another thread. */
async function sync(path: string): Promise<void> {
  const file = openSync(path, "r");
  try {
    await syncOpened(file);
  } finally {
    closeSync(file);
  }
}
