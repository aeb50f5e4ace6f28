import { isFrameHeader } from "../jpeg-markers.ts";
import type { ReadAt } from "../read-at.ts";
import { checkJpegKind, jpegLsFrame } from "./jpeg-kind.ts";
import { damagedPicture } from "./picture-limits.ts";

export type PictureSize = { width: number; height: number };

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the size of a PNG from its first chunk. */
export async function readPngSize(readAt: ReadAt): Promise<PictureSize> {
  const head = await readAt(0, 33);
  if (head.length < 33 || head.toString("latin1", 12, 16) !== "IHDR") throw damagedPicture();
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** More marker segments than any real JPEG has; each one costs a disk read. */
const maxSegments = 2_000;

/**
 * Reads the size of a JPEG from its frame header (ITU-T T.81, B.2.2), skipping the segments before it. Throws AppError
 * for a kind of JPEG that cannot be decoded.
 */
export async function readJpegSize(readAt: ReadAt): Promise<PictureSize> {
  let offset = 2;
  for (let segment = 0; segment < maxSegments; segment++) {
    const head = await readAt(offset, 9);
    if (head.length < 4 || head[0] !== 0xff) throw damagedPicture();
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
    } else if (isFrameHeader(marker) || marker === jpegLsFrame) {
      if (head.length < 9) throw damagedPicture();
      checkJpegKind({ marker, content: await readAt(offset + 4, Math.max(0, head.readUInt16BE(2) - 2)) });
      return { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    } else if (marker === 0xd9 || marker === 0xda) {
      throw damagedPicture();
    } else {
      offset += 2 + head.readUInt16BE(2);
    }
  }
  throw damagedPicture();
}
