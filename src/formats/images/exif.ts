/**
 * EXIF tags that may be copied to the stamped picture: camera, exposure, dates, author. All other tags are dropped,
 * because GPS data, maker notes, comments and previews can reveal where a picture was taken or pixels that were cropped
 * away, and a block list is never complete.
 */
const preservedTags = new Set([
  0x010e, 0x010f, 0x0110, 0x011a, 0x011b, 0x0128, 0x0131, 0x0132, 0x013b, 0x8298, 0x829a, 0x829d, 0x8822,
  0x8827, 0x9000, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9207,
  0x9208, 0x9209, 0x920a, 0x9290, 0x9291, 0x9292, 0xa001, 0xa217, 0xa401, 0xa402, 0xa403, 0xa404, 0xa405,
  0xa406, 0xa432, 0xa433, 0xa434,
]);
const orientationTag = 0x0112;
/** Only sRGB is kept: few programs read the others, and a profile describes them better. */
const colorSpace = { tag: 0xa001, srgb: 1 };
const exifPointer = 0x8769;
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const largestValue = 4_096;

type Entry = { tag: number; type: number; count: number; value: Buffer };

/** The EXIF orientation (1 to 8) of a TIFF-structured block; 1 when it is missing or cannot be read. */
export function exifOrientation(exif: Buffer): number {
  const bytes = new ExifBytes(exif);
  const entry = bytes.directory(bytes.u32(4)).find(({ tag }) => tag === orientationTag);
  const value = entry && entry.type === 3 ? new ExifBytes(exif, entry.value).u16(0) : 1;
  return value >= 1 && value <= 8 ? value : 1;
}

const gpsPointer = 0x8825;
/** Latitude and longitude in a GPS directory. */
const coordinates = [2, 4];

/** Whether a TIFF-structured block has the coordinates of the place where the picture was taken. */
export function hasLocation(exif: Buffer): boolean {
  const bytes = new ExifBytes(exif);
  const pointer = bytes.directory(bytes.u32(4)).find(({ tag }) => tag === gpsPointer);
  const gps = pointer ? bytes.directory(new ExifBytes(exif, pointer.value).u32(0)) : [];
  return gps.some(({ tag }) => coordinates.includes(tag));
}

/** The block reduced to the allowed tags and, unless it is 1, the orientation; undefined when nothing is left. */
export function safeExif(exif: Buffer, orientation = 1): Buffer | undefined {
  const bytes = new ExifBytes(exif);
  const main = bytes.directory(bytes.u32(4));
  const pointer = main.find(({ tag }) => tag === exifPointer);
  const photo = pointer ? bytes.directory(new ExifBytes(exif, pointer.value).u32(0)) : [];
  const isKept = ({ tag, value }: Entry) =>
    preservedTags.has(tag) &&
    (tag !== colorSpace.tag || new ExifBytes(exif, value).u16(0) === colorSpace.srgb);
  const kept = [main, photo].map((entries) => entries.filter(isKept));
  const [mainKept = [], photoKept = []] = kept;
  if (orientation !== 1) mainKept.push(bytes.orientationEntry(orientation));
  return mainKept.length + photoKept.length === 0 ? undefined : bytes.write(mainKept, photoKept);
}

/** Reads and writes in the byte order of the block. Reads outside the block return zero. */
class ExifBytes {
  readonly #little: boolean;
  readonly #bytes: Buffer;

  constructor(exif: Buffer, bytes = exif) {
    this.#little = exif[0] === 0x49;
    this.#bytes = bytes;
  }

  u16(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  /** Entries of the directory at `offset` whose values lie inside the block; one for each tag. */
  directory(offset: number): Entry[] {
    if (offset === 0) return [];
    const entries = new Map<number, Entry>();
    const count = this.u16(offset);
    for (
      let number = 0, at = offset + 2;
      number < count && at + 12 <= this.#bytes.length;
      number++, at += 12
    ) {
      const [tag, type, values] = [this.u16(at), this.u16(at + 2), this.u32(at + 4)];
      const size = (typeSizes[type] ?? 0) * values;
      const start = size <= 4 ? at + 8 : this.u32(at + 8);
      if (size === 0 || size > largestValue || start + size > this.#bytes.length) continue;
      entries.set(tag, { tag, type, count: values, value: this.#bytes.subarray(start, start + size) });
    }
    return [...entries.values()].sort((a, b) => a.tag - b.tag);
  }

  orientationEntry(orientation: number): Entry {
    const value = Buffer.alloc(2);
    this.#put16(value, orientation, 0);
    return { tag: orientationTag, type: 3, count: 1, value };
  }

  write(main: Entry[], photo: Entry[]): Buffer {
    const pointer: Entry[] =
      photo.length > 0 ? [{ tag: exifPointer, type: 4, count: 1, value: Buffer.alloc(4) }] : [];
    const first = [...main, ...pointer].sort((a, b) => a.tag - b.tag);
    const photoAt = 8 + directorySize(first);
    for (const { value } of pointer) this.#put32(value, photoAt, 0);
    const out = Buffer.alloc(photoAt + (photo.length > 0 ? directorySize(photo) : 0));
    out.write(this.#little ? "II" : "MM", "latin1");
    this.#put16(out, 42, 2);
    this.#put32(out, 8, 4);
    this.#writeDirectory(out, first, 8);
    if (photo.length > 0) this.#writeDirectory(out, photo, photoAt);
    return out;
  }

  #writeDirectory(out: Buffer, entries: Entry[], at: number): void {
    this.#put16(out, entries.length, at);
    let data = at + 6 + 12 * entries.length;
    for (const [index, { tag, type, count, value }] of entries.entries()) {
      const entry = at + 2 + 12 * index;
      this.#put16(out, tag, entry);
      this.#put16(out, type, entry + 2);
      this.#put32(out, count, entry + 4);
      if (value.length <= 4) {
        value.copy(out, entry + 8);
      } else {
        this.#put32(out, data, entry + 8);
        value.copy(out, data);
        data += evenSize(value);
      }
    }
  }

  #put16(out: Buffer, value: number, at: number): void {
    if (this.#little) out.writeUInt16LE(value, at);
    else out.writeUInt16BE(value, at);
  }

  #put32(out: Buffer, value: number, at: number): void {
    if (this.#little) out.writeUInt32LE(value, at);
    else out.writeUInt32BE(value, at);
  }
}

const evenSize = ({ length }: Buffer): number => length + (length % 2);

function directorySize(entries: Entry[]): number {
  const outside = entries.reduce((sum, { value }) => sum + (value.length > 4 ? evenSize(value) : 0), 0);
  return 6 + 12 * entries.length + outside;
}
