import { statSync } from "node:fs";

/** The file's bytes without reading them all: a scan's pictures are never looked at. They must not change meanwhile. */
export function mapFile(path: string): Buffer {
  if (statSync(path).size === 0) return Buffer.alloc(0);
  const bytes = Bun.mmap(path, { shared: false });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
