import { computeCrc, getSize, type LargePiece, type Piece } from "./pieces.ts";

export type ZipFile = { name: string; content: Piece[] };

/** The methods of stored and of deflated files. */
export const zipMethods = { stored: 0, deflated: 8 } as const;

/** The ZIP metadata of a file and its bytes as stored. */
export type ZipRecord = { name: string; method: 0 | 8; crc: number; size: number; content: Piece[] };

/** A record with its offset. */
type PlacedRecord = ZipRecord & { nameBytes: Uint8Array; offset: number };

const headSize = 30;
const listedSize = 46;
const endSize = 22;
const versionNeeded = 20;
/**
 * The ZIP file claims to come from Unix: for other systems, unzip decodes names with a DOS code page, whatever the flag
 * says.
 */
const madeBy = (3 << 8) | versionNeeded;
/** A regular file with write permission for its owner. */
const fileMode = 0o100644;
const utf8Names = 0x0800;
const maxBytes = 0xffffffff;
const maxCount = 0xffff;
const end64Size = 56;
const locatorSize = 20;
/** ZIP64 needs version 4.5. */
const versionNeeded64 = 45;
const madeBy64 = (3 << 8) | versionNeeded64;

/**
 * A ZIP file (APPNOTE 6.3) in pieces, each local header with size and CRC, so that programs can stream it; all entries
 * have the date `time`, in UTC. Every file is stored uncompressed: some bits of deflated data can change without
 * changing the content, and such a change would go unnoticed. The same input gives the same bytes. Throws if the file
 * would reach 4 GiB.
 */
export function writeZip(files: ZipFile[], time: Date): Piece[] {
  const records = files.map(({ name, content }) => {
    return { name, method: zipMethods.stored, crc: computeCrc(content), size: getSize(content), content };
  });
  return layOutZip(records, time);
}

/** The bytes of a ZIP file with these records, in our canonical form. */
export function layOutZip(records: ZipRecord[], time: Date): Piece[] {
  const date = toDosTime(time);
  const entries: PlacedRecord[] = [];
  const pieces: Piece[] = [];
  let offset = 0;
  for (const record of records) {
    const entry = { ...record, nameBytes: new TextEncoder().encode(record.name), offset };
    const head = writeHeader(entry, date);
    entries.push(entry);
    pieces.push(head, ...entry.content);
    offset += head.length + getSize(entry.content);
  }
  const directory = entries.map((entry) => listed(entry, date));
  const listSize = getSize(directory);
  if (offset + listSize + endSize > maxBytes) throw new Error("This is too much for a ZIP file.");
  return [...pieces, ...directory, writeEnd(entries.length, listSize, offset)];
}

/** A file that is opened when its bytes are needed; `size` is undefined for one that is made only then. */
export type PendingFile = { name: string; size?: number; open: () => Promise<LargePiece> };

/**
 * The bytes of a ZIP file as `writeZip` writes them. Each file is opened only when the bytes before it were read, so
 * memory does not grow with file sizes; only the directory is kept. Above 4 GiB or 65,535 files, the ZIP file is
 * written as ZIP64, which all current systems read. Throws for a file that does not have the given size or has 4 GiB.
 */
export async function* streamZip(
  files: Iterable<PendingFile> | AsyncIterable<PendingFile>,
  time: Date,
): AsyncGenerator<Uint8Array> {
  const date = toDosTime(time);
  const listedEntries: Uint8Array[] = [];
  let offset = 0;
  for await (const { name, size: expected, open } of files) {
    const content = await open();
    const { size } = content;
    if (expected !== undefined && size !== expected)
      throw new Error("A file of the ZIP file changed its size.");
    if (size >= maxBytes) throw new Error("A file of the ZIP file is too large.");
    const entry: PlacedRecord = {
      name,
      method: zipMethods.stored,
      crc: content.crc,
      size,
      content: [content],
      offset,
      nameBytes: new TextEncoder().encode(name),
    };
    const head = writeHeader(entry, date);
    yield head;
    yield* content.read();
    listedEntries.push(listed(entry, date));
    offset += head.length + size;
  }
  yield* listedEntries;
  const listSize = getSize(listedEntries);
  if (isZip64(listedEntries.length, listSize, offset))
    yield writeEnd64(listedEntries.length, listSize, offset);
  yield writeEnd(listedEntries.length, listSize, offset);
}

/** Whether these values do not fit into the end record, which then has 0xff in their place. */
function isZip64(count: number, listSize: number, offset: number): boolean {
  return count >= maxCount || listSize >= maxBytes || offset >= maxBytes;
}

/** Whether a ZIP file without ZIP64 (less than 4 GiB and 65,536 files) can hold these, of the sizes that are known. */
export function fitsInZip(files: Pick<PendingFile, "name" | "size">[]): boolean {
  const sizes = files.map(({ name, size = 0 }) => {
    return headSize + listedSize + 2 * new TextEncoder().encode(name).length + size;
  });
  return files.length < maxCount && sizes.reduce((sum, size) => sum + size, endSize) <= maxBytes;
}

function writeHeader(entry: PlacedRecord, date: number): Uint8Array {
  const { view, bytes } = record(headSize, entry.nameBytes, 0x04034b50);
  view.setUint16(4, versionNeeded, true);
  writeFacts(view, 6, entry, date);
  return bytes;
}

function listed(entry: PlacedRecord, date: number): Uint8Array {
  const isFar = entry.offset >= maxBytes;
  const extra = isFar ? offset64(entry.offset) : new Uint8Array();
  const nameAndExtra = new Uint8Array([...entry.nameBytes, ...extra]);
  const { view, bytes } = record(listedSize, nameAndExtra, 0x02014b50);
  view.setUint16(4, isFar ? madeBy64 : madeBy, true);
  view.setUint16(6, isFar ? versionNeeded64 : versionNeeded, true);
  writeFacts(view, 8, entry, date);
  view.setUint16(30, extra.length, true);
  view.setUint16(40, fileMode, true);
  view.setUint32(42, Math.min(entry.offset, maxBytes), true);
  return bytes;
}

/** The ZIP64 extra field with only an offset (APPNOTE 6.3, 4.5.3). */
function offset64(offset: number): Uint8Array {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x0001, true);
  view.setUint16(2, 8, true);
  view.setBigUint64(4, BigInt(offset), true);
  return bytes;
}

/** The ZIP64 end record and its locator, which precede the classic one (APPNOTE 6.3, 4.3.14 and 4.3.15). */
function writeEnd64(count: number, listSize: number, offset: number): Uint8Array {
  const bytes = new Uint8Array(end64Size + locatorSize);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x06064b50, true);
  view.setBigUint64(4, BigInt(end64Size - 12), true);
  view.setUint16(12, madeBy64, true);
  view.setUint16(14, versionNeeded64, true);
  view.setBigUint64(24, BigInt(count), true);
  view.setBigUint64(32, BigInt(count), true);
  view.setBigUint64(40, BigInt(listSize), true);
  view.setBigUint64(48, BigInt(offset), true);
  view.setUint32(end64Size, 0x07064b50, true);
  view.setBigUint64(end64Size + 8, BigInt(offset + listSize), true);
  view.setUint32(end64Size + 16, 1, true);
  return bytes;
}

function writeEnd(count: number, listSize: number, offset: number): Uint8Array {
  const { view, bytes } = record(endSize, new Uint8Array(), 0x06054b50);
  view.setUint16(8, Math.min(count, maxCount), true);
  view.setUint16(10, Math.min(count, maxCount), true);
  view.setUint32(12, Math.min(listSize, maxBytes), true);
  view.setUint32(16, Math.min(offset, maxBytes), true);
  return bytes;
}

/** A record with its signature; the name follows the fields. */
function record(size: number, name: Uint8Array, mark: number): { view: DataView; bytes: Uint8Array } {
  const bytes = new Uint8Array(size + name.length);
  bytes.set(name, size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, mark, true);
  return { view, bytes };
}

/** The fields that local header and directory share, in the same order. */
function writeFacts(view: DataView, at: number, entry: PlacedRecord, date: number): void {
  view.setUint16(at, utf8Names, true);
  view.setUint16(at + 2, entry.method, true);
  view.setUint32(at + 4, date, true);
  view.setUint32(at + 8, entry.crc, true);
  view.setUint32(at + 12, getSize(entry.content), true);
  view.setUint32(at + 16, entry.size, true);
  view.setUint16(at + 20, entry.nameBytes.length, true);
}

/** Date and time of MS-DOS: two-second steps since 1980, without a time zone. */
export function toDosTime(time: Date): number {
  const utc = new Date(Math.max(time.getTime(), Date.UTC(1980, 0, 2)));
  const date = ((utc.getUTCFullYear() - 1980) << 9) | ((utc.getUTCMonth() + 1) << 5) | utc.getUTCDate();
  const clock = (utc.getUTCHours() << 11) | (utc.getUTCMinutes() << 5) | (utc.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}

/** The inverse of `toDosTime`; an invalid value gives a time that `toDosTime` encodes differently. */
export function fromDosTime(time: number): Date {
  const [year, month, day] = [1980 + (time >>> 25), ((time >>> 21) & 15) - 1, (time >>> 16) & 31];
  return new Date(Date.UTC(year, month, day, (time >>> 11) & 31, (time >>> 5) & 63, (time & 31) * 2));
}
