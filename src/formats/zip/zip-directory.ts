import { arePlainNames } from "./plain-names.ts";

/** `malformed`: two programs could read it differently; `names`: see `arePlainNames`; `too-much`: over a size limit. */
export type ZipIssue = "malformed" | "names" | "too-much";

/** A file as listed in the directory. */
export type ZipPlace = {
  name: string;
  offset: number;
  /** 0 stored, 8 deflated. */
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Offset of its directory entry. */
  listedAt: number;
};

/** The directory of a ZIP file in byte order. Nothing is unpacked yet. */
export type ZipDirectory = {
  bytes: Uint8Array;
  view: DataView;
  places: ZipPlace[];
};

const maxEntries = 200;
const endSize = 22;
const headSize = 46;
export const localSize = 30;

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/**
 * Reads the directory of a ZIP file (APPNOTE 6.3). Returns an error for bytes outside all entries, overlapping entries,
 * more than 200 entries, ZIP64, encryption, and names that are not plain. Does not read the entries, and never throws.
 * Runs in browsers.
 */
export function listZip(bytes: Uint8Array): ZipDirectory | { error: ZipIssue } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = readDirectory(view, bytes);
  if (!read || !isTiled(view, read.places, read.start)) return { error: "malformed" };
  if (!arePlainNames(read.places.map(({ name }) => name))) return { error: "names" };
  return { bytes, view, places: read.places };
}

type Read = { places: ZipPlace[]; start: number };

function readDirectory(view: DataView, bytes: Uint8Array): Read | undefined {
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const isWhole = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count;
  if (!isWhole || count > maxEntries || start + view.getUint32(end + 12, true) !== end) return undefined;
  const places: ZipPlace[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + headSize > end || view.getUint32(at, true) !== 0x02014b50) return undefined;
    const nameEnd = at + headSize + view.getUint16(at + 28, true);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) !== 0;
    if (nameEnd > end || isEncrypted) return undefined;
    places.push(placeAt(view, at, bytes.subarray(at + headSize, nameEnd)));
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (at !== end) return undefined;
  return { places: places.toSorted((one, other) => one.offset - other.offset), start };
}

function placeAt(view: DataView, at: number, name: Uint8Array): ZipPlace {
  return {
    name: new TextDecoder().decode(name),
    offset: view.getUint32(at + 42, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    listedAt: at,
  };
}

/** The end record, with a comment that ends exactly at the end of the file. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endSize - 0xffff);
  for (let at = view.byteLength - endSize; at >= first; at--) {
    const isEnd = view.getUint32(at, true) === 0x06054b50;
    if (isEnd && at + endSize + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return undefined;
}

/** True if the local header says that a data descriptor with CRC and sizes follows. */
export const hasDescriptor = (view: DataView, offset: number) => (view.getUint16(offset + 6, true) & 8) !== 0;

/** True if the entries fill the file without gaps from the first byte to the directory. */
function isTiled(view: DataView, places: ZipPlace[], end: number): boolean {
  return places.every((place, index) => {
    const { offset, packed } = place;
    const next = places[index + 1]?.offset ?? end;
    if ((index === 0 && offset !== 0) || offset + localSize > next) return false;
    const names = view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const behind = offset + localSize + names + packed;
    return hasDescriptor(view, offset) ? isDescribed(view, place, behind, next) : behind === next;
  });
}

/**
 * True if exactly a data descriptor follows an entry (APPNOTE 6.3, 4.3.9). Only deflated data marks its own end: for a
 * stored file, a streaming program takes anything that looks like a descriptor for its end.
 */
function isDescribed(
  view: DataView,
  { method, crc, packed, size }: ZipPlace,
  at: number,
  end: number,
): boolean {
  if (method !== 8 || ![12, 16].includes(end - at)) return false;
  const isMarked = end - at === 12 || view.getUint32(at, true) === 0x08074b50;
  return (
    isMarked &&
    [crc, packed, size].every((said, index) => view.getUint32(end - 12 + index * 4, true) === said)
  );
}
