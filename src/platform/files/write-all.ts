import type { FileHandle } from "node:fs/promises";

/** Writes all of `bytes` at the file's current position; a single system call may write only part of them. */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, written);
    written += bytesWritten;
  }
}
