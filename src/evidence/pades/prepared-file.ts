import { closeSync, fstatSync, openSync, read, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";

/**
 * A file that was prepared for signatures and is open to be read and changed. `read` and `write` return the number of
 * bytes, which may be lower than asked for.
 */
export type PreparedFile = {
  getSize: () => Promise<number>;
  read: (into: Uint8Array, position: number) => Promise<number>;
  write: (bytes: Uint8Array, position: number) => Promise<number>;
  close: () => Promise<void>;
};

/** Longer pieces are read in another thread, so that other requests do not wait. */
const maxSyncReadBytes = 256 * 1024;
const readAsync = promisify(read);

/**
 * Opens a file that was just written. The system still has its bytes in memory, so short calls are synchronous:
 * handing them to another thread takes longer.
 */
export async function openPreparedFile(path: string): Promise<PreparedFile> {
  const file = openSync(path, "r+");
  return {
    getSize: async () => fstatSync(file).size,
    read: async (into, position) =>
      into.length > maxSyncReadBytes
        ? (await readAsync(file, into, 0, into.length, position)).bytesRead
        : readSync(file, into, 0, into.length, position),
    write: async (bytes, position) => writeSync(file, bytes, 0, bytes.length, position),
    close: async () => closeSync(file),
  };
}

export async function writeAt(file: PreparedFile, bytes: Uint8Array, start: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += await file.write(bytes.subarray(at), start + at);
}
