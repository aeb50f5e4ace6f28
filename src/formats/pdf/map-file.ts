import { readFileSync, statSync } from "node:fs";

/**
 * The file's bytes without reading them all: a scan's pictures are never looked at. They must not change meanwhile.
 * Bun maps only what it may also write, and kept files are read-only: they are read whole, unless it is root who asks.
 */
export function mapFile(path: string): Buffer {
  if (statSync(path).size === 0) return Buffer.alloc(0);
  try {
    const bytes = Bun.mmap(path, { shared: false });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (error instanceof Error && /EACCES|EROFS/.test(error.message)) return readFileSync(path);
    throw error;
  }
}
