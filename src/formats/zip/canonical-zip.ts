import { deflateSync } from "fflate";
import type { Piece } from "./pieces.ts";
import type { ZipEntry } from "./read-zip.ts";
import { fromDosTime, layOutZip, toDosTime, type ZipRecord, zipMethods } from "./write-zip.ts";

/** Deflated files are deflated again for comparison only up to this size: early packs deflate only texts. */
const maxDeflatedBytes = 4 * 1024 * 1024;

/**
 * The time of all entries, if writing the files of a ZIP file again gives exactly its bytes: order, dates, flags,
 * versions, attributes, and no extra byte. Every program then extracts the same files from it. Undefined for any other
 * ZIP file. `entries` are all its files in byte order, with verified CRCs. Runs in browsers.
 */
export function readCanonicalTime(bytes: Uint8Array, entries: ZipEntry[]): Date | undefined {
  if (bytes.length < 30 || entries.some(({ data, isStored }) => !isStored && data.length > maxDeflatedBytes))
    return undefined;
  const dosTime = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(10, true);
  const time = fromDosTime(dosTime);
  if (toDosTime(time) !== dosTime) return undefined;
  return isWrittenSo(bytes, layOutZip(entries.map(toRecord), time)) ? time : undefined;
}

function toRecord({ name, data, crc, isStored }: ZipEntry): ZipRecord {
  return isStored
    ? { name, method: zipMethods.stored, crc, size: data.length, content: [data] }
    : { name, method: zipMethods.deflated, crc, size: data.length, content: [deflateSync(data)] };
}

/** A piece that is a view of the bytes at its own offset needs no comparison. */
function isWrittenSo(bytes: Uint8Array, pieces: Piece[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (!(piece instanceof Uint8Array) || at + piece.length > bytes.length) return false;
    const isInPlace = piece.buffer === bytes.buffer && piece.byteOffset === bytes.byteOffset + at;
    const start = at;
    if (!isInPlace && !piece.every((byte, index) => byte === bytes[start + index])) return false;
    at += piece.length;
  }
  return at === bytes.length;
}
