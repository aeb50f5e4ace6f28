import { readFileSync, statSync } from "node:fs";

/**
 * The file's bytes as a memory map, so that the pictures of a scan are never read. The file must not change while it is
 * mapped. Bun maps only files it may also write, and kept files are read-only: they are read completely unless the
 * process runs as root.
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
