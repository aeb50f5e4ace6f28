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

/** All entries together, unpacked. */
const maxBytes = 256 * 1024 * 1024;
/**
 * What the deflated ones may become: so much whatever the file is, and so many times its own size. PDF files and
 * pictures get a tenth smaller, texts five times; a bomb a thousand times.
 */
const freelyInflated = 16 * 1024 * 1024;
const maxGrowth = 20;

/** The files of a ZIP file; see `listZip` and `unpackZip`. */
export function readZip(bytes: Uint8Array): ZipEntry[] | { fault: ZipIssue } {
  const directory = listZip(bytes);
  return "fault" in directory ? directory : unpackZip(directory);
}

/**
 * The files in the order of their bytes. `too-much` before anything is unpacked for more than 256 MiB, and where the
 * deflated files say that they grow beyond 16 MiB and beyond twenty times the ZIP file; whoever lies about that is
 * stopped at the first byte too many. `malformed` for a head that differs from the directory, a wrong check sum, and
 * other methods. Never throws. Runs in browsers.
 */
export function unpackZip(directory: ZipDirectory): ZipEntry[] | { fault: ZipIssue } {
  const { places, bytes } = directory;
  const getSize = (some: ZipPlace[]) => some.reduce((sum, { size }) => sum + size, 0);
  const inflated = getSize(places.filter(({ method }) => method !== 0));
  const isBomb = inflated > Math.max(freelyInflated, bytes.length * maxGrowth);
  if (isBomb || getSize(places) > maxBytes) return { fault: "too-much" };
  const entries: ZipEntry[] = [];
  for (const place of places) {
    const entry = readEntry(directory, place);
    if (!entry) return { fault: "malformed" };
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
 * The head of an entry repeats what the directory says: version, flags, method, date, check sum and sizes; these three
 * may be zero where they follow behind it.
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
