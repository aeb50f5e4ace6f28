import { crc32 } from "./crc32.ts";
import { inflate } from "./inflate.ts";

export type ZipEntry = { name: string; data: Uint8Array; isStored: boolean };

const mostEntries = 200;
/** All entries together, unpacked. */
const mostBytes = 256 * 1024 * 1024;
const endSize = 22;
const headSize = 46;
const localSize = 30;
/** A data descriptor behind an entry, where its head announces one. */
const widestDescriptor = 24;

type Place = {
  name: string;
  offset: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Where the directory speaks of it. */
  listedAt: number;
};

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/**
 * The files of a ZIP file in the order of their bytes; undefined for anything that two programs could read in two
 * ways: bytes that no entry owns, entries over each other, names twice or out of the folder, a directory that
 * differs from the entries, a wrong check sum. At most 200 files and 256 MiB; ZIP64 and encryption are not read.
 * Ends quickly and never throws. Runs in browsers.
 */
export function readZip(bytes: Uint8Array): ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = readDirectory(view, bytes);
  if (!places || !isTiled(view, places.list, places.start)) return undefined;
  if (!hasPlainNames(places.list)) return undefined;
  const total = places.list.reduce((sum, { size }) => sum + size, 0);
  if (total > mostBytes) return undefined;
  const entries = places.list.map((place) => readEntry(view, bytes, place));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function readDirectory(view: DataView, bytes: Uint8Array): { list: Place[]; start: number } | undefined {
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const isWhole = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count;
  if (!isWhole || count > mostEntries || start + view.getUint32(end + 12, true) !== end) return undefined;
  const list: Place[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + headSize > end || view.getUint32(at, true) !== 0x02014b50) return undefined;
    const nameEnd = at + headSize + view.getUint16(at + 28, true);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) !== 0;
    if (nameEnd > end || isEncrypted) return undefined;
    list.push({
      name: new TextDecoder().decode(bytes.subarray(at + headSize, nameEnd)),
      offset: view.getUint32(at + 42, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      listedAt: at,
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return at === end ? { list: list.toSorted((one, other) => one.offset - other.offset), start } : undefined;
}

/** The end record, with a comment that reaches exactly to the end of the file. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endSize - 0xffff);
  for (let at = view.byteLength - endSize; at >= first; at--) {
    const isEnd = view.getUint32(at, true) === 0x06054b50;
    if (isEnd && at + endSize + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return undefined;
}

/** One entry behind the other from the first byte to the directory. */
function isTiled(view: DataView, list: Place[], end: number): boolean {
  return list.every(({ offset, packed }, index) => {
    const next = list[index + 1]?.offset ?? end;
    if ((index === 0 && offset !== 0) || offset + localSize > next) return false;
    const names = view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const gap = next - (offset + localSize + names + packed);
    const hasDescriptor = (view.getUint16(offset + 6, true) & 8) !== 0;
    return hasDescriptor ? gap >= 0 && gap <= widestDescriptor : gap === 0;
  });
}

function hasPlainNames(list: Place[]): boolean {
  const names = list.map(({ name }) => name.toLowerCase());
  const isOutside = (name: string) => /^[/\\]|\\|\0|(^|\/)\.\.(\/|$)/.test(name);
  return new Set(names).size === names.length && !names.some(isOutside);
}

function readEntry(view: DataView, bytes: Uint8Array, place: Place): ZipEntry | undefined {
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
  return data && crc32(data) === crc ? { name, data, isStored: method === 0 } : undefined;
}

/** The head of an entry repeats what the directory says: version, flags, method, date, and sizes unless they follow later. */
function saysTheSame(view: DataView, offset: number, listedAt: number): boolean {
  const hasDescriptor = (view.getUint16(offset + 6, true) & 8) !== 0;
  for (let at = 4; at < (hasDescriptor ? 14 : 26); at += 2) {
    if (view.getUint16(offset + at, true) !== view.getUint16(listedAt + at + 2, true)) return false;
  }
  return true;
}

function unpack(content: Uint8Array, method: number, size: number): Uint8Array | undefined {
  if (method === 0) return content.length === size ? content : undefined;
  const data = method === 8 ? inflate(content, size) : undefined;
  return data?.length === size ? data : undefined;
}
