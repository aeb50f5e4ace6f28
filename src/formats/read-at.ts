import { type FileHandle, open } from "node:fs/promises";

/** Reads `length` bytes from `offset`; returns fewer only at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Opens a file for random access, so that reading a header never loads the whole file. */
export async function withReadAt<Result>(
  path: string,
  use: (readAt: ReadAt, size: number) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    // Callers may ask for a megabyte of a small file, and all memory that is allocated for it is cleared.
    const lengthAt = (offset: number, length: number) => Math.max(0, Math.min(length, size - offset));
    return await use((offset, length) => readFully(handle, offset, lengthAt(offset, length)), size);
  } finally {
    await handle.close();
  }
}

async function readFully(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
