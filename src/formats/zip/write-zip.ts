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
/** As if written on Unix: for any other system unzip decodes names with a DOS code page, whatever the flag says. */
const madeBy = (3 << 8) | versionNeeded;
/** A regular file that its owner may modify. */
const fileMode = 0o100644;
const utf8Names = 0x0800;
const maxBytes = 0xffffffff;

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

/** A file of known size that is opened when its turn comes. */
export type PendingFile = { name: string; size: number; open: () => Promise<LargePiece> };

/**
 * The bytes of a ZIP file in the form that `writeZip` gives. Each file is opened only when the bytes before it were
 * read, so memory does not grow with their number or size. Throws if a file is not of the size it was said to have.
 */
export async function* streamZip(files: PendingFile[], time: Date): AsyncGenerator<Uint8Array> {
  const date = toDosTime(time);
  const listedEntries: Uint8Array[] = [];
  let offset = 0;
  for (const { name, size, open } of files) {
    const content = await open();
    if (content.size !== size) throw new Error("A file of the ZIP file changed its size.");
    const entry: PlacedRecord = {
      ...{ name, method: zipMethods.stored, crc: content.crc, size, content: [content], offset },
      nameBytes: new TextEncoder().encode(name),
    };
    const head = writeHeader(entry, date);
    yield head;
    yield* content.read();
    listedEntries.push(listed(entry, date));
    offset += head.length + size;
  }
  yield* listedEntries;
  yield writeEnd(listedEntries.length, getSize(listedEntries), offset);
}

/** Whether one ZIP file, which ends below 4 GiB and 65,536 files, can hold these. */
export function fitsInZip(files: Pick<PendingFile, "name" | "size">[]): boolean {
  const sizes = files.map(({ name, size }) => {
    return headSize + listedSize + 2 * new TextEncoder().encode(name).length + size;
  });
  return files.length <= 0xffff && sizes.reduce((sum, size) => sum + size, endSize) <= maxBytes;
}

function writeHeader(entry: PlacedRecord, date: number): Uint8Array {
  const { view, bytes } = record(headSize, entry.nameBytes, 0x04034b50);
  view.setUint16(4, versionNeeded, true);
  writeFacts(view, 6, entry, date);
  return bytes;
}

function listed(entry: PlacedRecord, date: number): Uint8Array {
  const { view, bytes } = record(listedSize, entry.nameBytes, 0x02014b50);
  view.setUint16(4, madeBy, true);
  view.setUint16(6, versionNeeded, true);
  writeFacts(view, 8, entry, date);
  view.setUint16(40, fileMode, true);
  view.setUint32(42, entry.offset, true);
  return bytes;
}

function writeEnd(count: number, listSize: number, offset: number): Uint8Array {
  const { view, bytes } = record(endSize, new Uint8Array(), 0x06054b50);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, listSize, true);
  view.setUint32(16, offset, true);
  return bytes;
}

/** A record that begins with its signature; the name follows its fields. */
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
