import { AppError } from "../../errors.ts";
import type { ReadAt } from "../read-at.ts";
import { checkPictureSize, damagedPicture, maxTiffPages, pictureMessages } from "./picture-limits.ts";

/** One picture of a TIFF as described by its directory (TIFF 6.0, section 8). */
export type TiffPage = {
  /** Index in the file's chain of directories, from 0: the page number that decoders use. */
  index: number;
  width: number;
  height: number;
  compression: number;
  bitsPerSample: number;
  photometric: number;
  samplesPerPixel: number;
  /** 1: unsigned, 2: signed, 3: floating-point numbers. */
  sampleFormat: number;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** Dots per inch as stored; undefined when the file does not say. */
  dpi: { x: number; y: number } | undefined;
  /** A smaller version or a mask of another page, not an independent page. */
  auxiliary: boolean;
  /** Offset of its directory in the file. */
  directory: number;
  layout: Layout;
};

type Entry = { type: number; count: number; value: Buffer };
type Layout = { little: boolean; big: boolean };

const tags = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  orientation: 274,
  samplesPerPixel: 277,
  xResolution: 282,
  yResolution: 283,
  resolutionUnit: 296,
  sampleFormat: 339,
};
const wanted = new Set(Object.values(tags));
const maxEntries = 4_096;

/** True for TIFF and BigTIFF of either byte order. */
export function isTiff(head: Buffer): boolean {
  return ["49492a00", "4d4d002a", "49492b00", "4d4d002b"].includes(head.toString("hex", 0, 4));
}

/**
 * Reads the chain of directories without decoding anything. Throws AppError for a chain that loops or does not end, too
 * many pages and pages over the size limit.
 */
export async function readTiffPages(readAt: ReadAt): Promise<TiffPage[]> {
  const head = await readAt(0, 16);
  if (head.length < 8 || !isTiff(head)) throw damagedPicture();
  const little = head[0] === 0x49;
  const layout = { little, big: readUnsigned(head, 2, 2, little) === 43 };
  if (layout.big && head.length < 16) throw damagedPicture();
  const pages: TiffPage[] = [];
  const visited = new Set<number>();
  let offset = layout.big ? readUnsigned(head, 8, 8, little) : readUnsigned(head, 4, 4, little);
  while (offset !== 0) {
    if (visited.has(offset)) throw AppError.from("unsupported", pictureMessages.endlessPages);
    if (visited.size >= maxTiffPages) throw AppError.from("unsupported", pictureMessages.tooManyPages);
    visited.add(offset);
    const directory = await readDirectory(readAt, offset, layout);
    const index = pages.length;
    pages.push({ ...describePage(index, directory.entries, little), directory: offset, layout });
    offset = directory.next;
  }
  if (pages.length === 0) throw damagedPicture();
  return pages;
}

async function readDirectory(readAt: ReadAt, offset: number, { little, big }: Layout) {
  const sizes = big ? bigSizes : classicSizes;
  const head = await readAt(offset, sizes.count);
  if (head.length < sizes.count) throw damagedPicture();
  const count = readUnsigned(head, 0, sizes.count, little);
  if (count === 0 || count > maxEntries) throw damagedPicture();
  const body = await readAt(offset + sizes.count, count * sizes.entry + sizes.pointer);
  if (body.length < count * sizes.entry) throw damagedPicture();
  // If a tag is repeated, the last one counts; only that one may cost a disk read.
  const places = new Map<number, number>();
  for (let at = 0; at < count * sizes.entry; at += sizes.entry) {
    const tag = readUnsigned(body, at, 2, little);
    if (wanted.has(tag)) places.set(tag, at);
  }
  const entries = new Map<number, Entry>();
  for (const [tag, at] of places) {
    const type = readUnsigned(body, at + 2, 2, little);
    const number = readUnsigned(body, at + 4, sizes.pointer, little);
    const inline = body.subarray(at + 4 + sizes.pointer, at + 4 + 2 * sizes.pointer);
    // Only the first value of an entry is used here, so at most eight bytes are read.
    const fits = (typeSizes[type] ?? 1) * number <= sizes.pointer;
    const value = fits ? inline : await readAt(readUnsigned(inline, 0, sizes.pointer, little), 8);
    entries.set(tag, { type, count: number, value });
  }
  const end = count * sizes.entry;
  const next = body.length < end + sizes.pointer ? 0 : readUnsigned(body, end, sizes.pointer, little);
  return { entries, next };
}

/**
 * All numbers of one tag of a page; empty if the tag is missing. Throws AppError if there are more than `max` or they
 * lie outside the file.
 */
export async function readTiffNumbers(
  readAt: ReadAt,
  page: Place,
  tag: number,
  max: number,
): Promise<number[]> {
  const entry = await findEntry(readAt, page, tag);
  if (!entry) return [];
  const size = integerSizes[entry.type];
  if (!size || entry.count > max) throw damagedPicture();
  const bytes = await entry.read(size * entry.count);
  return Array.from({ length: entry.count }, (_, index) =>
    readUnsigned(bytes, index * size, size, page.layout.little),
  );
}

const profileTag = 34_675;
/** BYTE and UNDEFINED. */
const byteTypes = [1, 7];
/** Far more than any profile of a camera, scanner or printer. */
const maxProfile = 4_000_000;

/** The ICC profile of a page; undefined if there is none, empty if it is far too large or not a sequence of bytes. */
export async function readTiffProfile(readAt: ReadAt, page: Place): Promise<Buffer | undefined> {
  const entry = await findEntry(readAt, page, profileTag);
  if (!entry) return undefined;
  return byteTypes.includes(entry.type) && entry.count <= maxProfile
    ? entry.read(entry.count)
    : Buffer.alloc(0);
}

/** The bytes of one tag of a page; undefined if there are none or more than `max`. */
export async function readTiffBytes(
  readAt: ReadAt,
  page: Place,
  tag: number,
  max: number,
): Promise<Buffer | undefined> {
  const entry = await findEntry(readAt, page, tag);
  const size = (entry && typeSizes[entry.type]) ?? 0;
  return entry && size * entry.count > 0 && size * entry.count <= max
    ? entry.read(size * entry.count)
    : undefined;
}

type Place = Pick<TiffPage, "directory" | "layout">;

/** The last entry of this tag, which decoders use. */
async function findEntry(readAt: ReadAt, { directory, layout }: Place, tag: number) {
  const { little, big } = layout;
  const sizes = big ? bigSizes : classicSizes;
  const entries = readUnsigned(await readAt(directory, sizes.count), 0, sizes.count, little);
  const body = await readAt(directory + sizes.count, entries * sizes.entry);
  let found: number | undefined;
  for (let at = 0; at + sizes.entry <= body.length; at += sizes.entry)
    if (readUnsigned(body, at, 2, little) === tag) found = at;
  if (found === undefined) return undefined;
  const at = found + 4 + sizes.pointer;
  return {
    type: readUnsigned(body, found + 2, 2, little),
    count: readUnsigned(body, found + 4, sizes.pointer, little),
    read: async (length: number) =>
      length <= sizes.pointer
        ? body.subarray(at, at + length)
        : readAt(readUnsigned(body, at, sizes.pointer, little), length),
  };
}

const classicSizes = { count: 2, entry: 12, pointer: 4 };
const bigSizes = { count: 8, entry: 20, pointer: 8 };
/** BYTE, SHORT, LONG, IFD, LONG8 and IFD8. */
const integerSizes: Record<number, number> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };

const typeSizes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  13: 4,
  16: 8,
};

function describePage(
  index: number,
  entries: Map<number, Entry>,
  little: boolean,
): Omit<TiffPage, "directory" | "layout"> {
  const whole = (tag: number, fallback: number) => readWhole(entries.get(tag), little) ?? fallback;
  const width = whole(tags.width, 0);
  const height = whole(tags.height, 0);
  checkPictureSize(width, height);
  const orientation = whole(tags.orientation, 1);
  return {
    index,
    width,
    height,
    compression: whole(tags.compression, 1),
    bitsPerSample: whole(tags.bitsPerSample, 1),
    photometric: whole(tags.photometric, 0),
    samplesPerPixel: whole(tags.samplesPerPixel, 1),
    sampleFormat: whole(tags.sampleFormat, 1),
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    dpi: readDpi(entries, whole(tags.resolutionUnit, 2), little),
    auxiliary: (whole(tags.subfileType, 0) & 0b101) !== 0,
  };
}

function readDpi(entries: Map<number, Entry>, unit: number, little: boolean): TiffPage["dpi"] {
  const x = readRational(entries.get(tags.xResolution), little);
  const y = readRational(entries.get(tags.yResolution), little);
  if (unit === 1 || x === undefined || y === undefined) return undefined;
  const perInch = unit === 3 ? 2.54 : 1;
  return { x: x * perInch, y: y * perInch };
}

function readWhole(entry: Entry | undefined, little: boolean): number | undefined {
  const size = entry && integerSizes[entry.type];
  if (!entry || !size || entry.count < 1 || entry.value.length < size) return undefined;
  return readUnsigned(entry.value, 0, size, little);
}

function readRational(entry: Entry | undefined, little: boolean): number | undefined {
  if (entry?.type !== 5 || entry.value.length < 8) return undefined;
  const divisor = readUnsigned(entry.value, 4, 4, little);
  return divisor === 0 ? undefined : readUnsigned(entry.value, 0, 4, little) / divisor;
}

function readUnsigned(bytes: Buffer, at: number, size: number, little: boolean): number {
  if (at + size > bytes.length) throw damagedPicture();
  if (size === 8) {
    const value = little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damagedPicture();
    return Number(value);
  }
  return little ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
}
