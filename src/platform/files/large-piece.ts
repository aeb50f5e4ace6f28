import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { LargePiece } from "../../formats/zip/pieces.ts";

const chunkBytes = 256 * 1024;

/** A kept file as a piece of a ZIP file; it is read once for its check sum, and again whenever it is written out. */
export async function largePiece(path: string): Promise<LargePiece> {
  const read = () => createReadStream(path, { highWaterMark: chunkBytes });
  return { ...(await measure(path)), read };
}

async function measure(path: string): Promise<{ size: number; crc: number }> {
  const file = await open(path, "r");
  const chunk = Buffer.allocUnsafe(chunkBytes);
  try {
    let [size, crc] = [0, 0];
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, size);
      if (bytesRead === 0) return { size, crc };
      crc = crc32(chunk.subarray(0, bytesRead), crc);
      size += bytesRead;
    }
  } finally {
    await file.close();
  }
}
