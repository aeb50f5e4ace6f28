import { isFrameHeader } from "../../../src/formats/jpeg-markers.ts";
import type { Size } from "./corners.ts";

/** The size of a JPEG or PNG by the beginning of its file; undefined for other formats, or if the size comes later. */
export function readPictureSize(head: Uint8Array<ArrayBuffer>): Size | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (head.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0;
    if (isFrameHeader(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Whether the file is a HEIC, as iPhones save them (ISO/IEC 23008-12). */
export function isHeic(head: Uint8Array): boolean {
  const brand = String.fromCharCode(...head.subarray(4, 12));
  return /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand);
}
