import { concatBytes } from "@noble/hashes/utils.js";
import { crc32 } from "../../formats/zip/crc32.ts";
import type { Placeholder } from "./manifest.ts";

/**
 * Size of a manifest store in bytes: enough for a 12 KiB token and names of any length that we allow; the rest is
 * padding.
 */
export const storeBytes = 16 * 1024;
/** Bytes that a picture must reserve for its credentials, between two segments or chunks. */
export const placeholderBytes = storeBytes + 12;

const pngStart = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const jpegSegment = { marker: 0xeb, common: latin1("JP"), instance: 1, packet: 1 };
const pngChunk = latin1("caBX");

/**
 * The credentials as embedded in a picture: one APP11 segment (C2PA 2.2, A.3.1; ISO/IEC 18477-3) or one chunk (A.3.2),
 * `placeholderBytes` bytes for a store of `storeBytes`. Runs in browsers.
 */
export function embedStore(fileType: "image/jpeg" | "image/png", store: Uint8Array): Uint8Array {
  const head = new Uint8Array(fileType === "image/jpeg" ? 12 : 8);
  const view = new DataView(head.buffer);
  if (fileType === "image/jpeg") {
    view.setUint16(0, 0xff00 | jpegSegment.marker);
    view.setUint16(2, store.length + 10);
    head.set(jpegSegment.common, 4);
    view.setUint16(6, jpegSegment.instance);
    view.setUint32(8, jpegSegment.packet);
    return concatBytes(head, store);
  }
  view.setUint32(0, store.length);
  head.set(pngChunk, 4);
  const checksum = new Uint8Array(4);
  new DataView(checksum.buffer).setUint32(0, crc32(concatBytes(pngChunk, store)));
  return concatBytes(head, store, checksum);
}

/** Position and manifest store of the first credentials in a picture; undefined if it has none. */
export function findEmbeddedStore(
  bytes: Uint8Array,
): (Placeholder & { store: Uint8Array; fileType: "image/jpeg" | "image/png" }) | undefined {
  if (isPng(bytes)) return inPng(bytes);
  return isJpeg(bytes) ? inJpeg(bytes) : undefined;
}

const isPng = (bytes: Uint8Array) => pngStart.every((byte, at) => bytes[at] === byte);
const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8;

/** True if the first bytes are those of a format that can contain credentials. */
export const isPicture = (head: Uint8Array) => isPng(head) || isJpeg(head);

function inPng(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = pngStart.length; start + 12 <= bytes.length; ) {
    const end = start + 12 + view.getUint32(start);
    if (end > bytes.length) return undefined;
    if (pngChunk.every((byte, at) => bytes[start + 4 + at] === byte))
      return { start, end, store: bytes.subarray(start + 8, end - 4), fileType: "image/png" as const };
    start = end;
  }
  return undefined;
}

/** The segments before the image data. Reads only our own form: no fill bytes between segments. */
function inJpeg(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = 2; start + 12 <= bytes.length; ) {
    const marker = view.getUint16(start);
    const end = start + 2 + view.getUint16(start + 2);
    if (marker < 0xffc0 || marker === 0xffda || end > bytes.length || end < start + 4) return undefined;
    const isOurs =
      marker === 0xffeb && jpegSegment.common.every((byte, at) => bytes[start + 4 + at] === byte);
    if (isOurs && end >= start + 12)
      return { start, end, store: bytes.subarray(start + 12, end), fileType: "image/jpeg" as const };
    start = end;
  }
  return undefined;
}
