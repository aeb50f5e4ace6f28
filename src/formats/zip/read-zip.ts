import { crc32 } from "./crc32.ts";
import { inflate } from "./inflate.ts";
import {
  hasDescriptor,
  listZip,
  localSize,
  type ZipDirectory,
  type ZipIssue,
  type ZipPlace,
} from "./zip-directory.ts";

export type ZipEntry = { name: string; data: Uint8Array; crc: number; isStored: boolean };

/** Maximum total size of all entries, unpacked. */
const maxBytes = 256 * 1024 * 1024;
/**
 * Limits for deflated entries: a fixed allowance, and a multiple of the ZIP file's size. PDF files and pictures
 * shrink by a tenth, and texts to a fifth; a bomb shrinks to a thousandth.
 */
const freelyInflated = 16 * 1024 * 1024;
const maxGrowth = 20;

/** The files of a ZIP file; see `listZip` and `unpackZip`. */
export function readZip(bytes: Uint8Array): ZipEntry[] | { error: ZipIssue } {
  const directory = listZip(bytes);
  return "error" in directory ? directory : unpackZip(directory);
}

/**
 * The files in byte order. `too-much` is returned before anything is unpacked if the total exceeds 256 MiB, or if the
 * declared size of the deflated files exceeds 16 MiB and twenty times the ZIP file; a false declaration stops at the
 * first excess byte. `malformed` for a local header that differs from the directory, a wrong CRC, and other methods.
 * Never throws. Runs in browsers.
 */
export function unpackZip(directory: ZipDirectory): ZipEntry[] | { error: ZipIssue } {
  const { places, bytes } = directory;
  const getSize = (some: ZipPlace[]) => some.reduce((sum, { size }) => sum + size, 0);
  const inflated = getSize(places.filter(({ method }) => method !== 0));
  const isBomb = inflated > Math.max(freelyInflated, bytes.length * maxGrowth);
  if (isBomb || getSize(places) > maxBytes) return { error: "too-much" };
  const entries: ZipEntry[] = [];
  for (const place of places) {
    const entry = readEntry(directory, place);
    if (!entry) return { error: "malformed" };
    entries.push(entry);
  }
  return entries;
}

function readEntry({ view, bytes }: ZipDirectory, place: ZipPlace): ZipEntry | undefined {
  const { offset, method, packed, size, crc, name, listedAt } = place;
  const nameLength = view.getUint16(offset + 26, true);
  const nameStart = offset + localSize;
  const start = nameStart + nameLength + view.getUint16(offset + 28, true);
  const isSame =
    view.getUint32(offset, true) === 0x04034b50 &&
    saysTheSame(view, offset, listedAt) &&
    new TextDecoder().decode(bytes.subarray(nameStart, nameStart + nameLength)) === name;
  if (!isSame || start + packed > bytes.length) return undefined;
  const content = bytes.subarray(start, start + packed);
  const data = unpack(content, method, size);
  return data && crc32(data) === crc ? { name, data, crc, isStored: method === 0 } : undefined;
}

/**
 * The local header repeats the directory entry: version, flags, method, date, CRC and sizes; the last three may be zero
 * if a data descriptor follows.
 */
function saysTheSame(view: DataView, offset: number, listedAt: number): boolean {
  const isSame = (at: number) =>
    view.getUint16(offset + at, true) === view.getUint16(listedAt + at + 2, true);
  const isEmpty =
    hasDescriptor(view, offset) && [14, 18, 22].every((at) => view.getUint32(offset + at, true) === 0);
  for (let at = 4; at < (isEmpty ? 14 : 26); at += 2) if (!isSame(at)) return false;
  return true;
}

function unpack(content: Uint8Array, method: number, size: number): Uint8Array | undefined {
  if (method === 0) return content.length === size ? content : undefined;
  const data = method === 8 ? inflate(content, size) : undefined;
  return data?.length === size ? data : undefined;
}
