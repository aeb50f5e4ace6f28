import { OtherJpeg } from "./jpeg-frame.ts";
import { type HuffmanLookup, type HuffmanSpec, lookupOf } from "./jpeg-huffman.ts";
import { checkPictureSize, damagedPicture } from "./picture-limits.ts";
import { isFrameHeader } from "./picture-size.ts";

/** A table of codes as the file states it, and made ready for decoding. */
export type HuffmanTable = { spec: HuffmanSpec; lookup: HuffmanLookup };

type JpegComponent = { id: number; h: number; v: number; table: number };

export type JpegScan = {
  components: { index: number; dc: number; ac: number }[];
  spectralStart: number;
  spectralEnd: number;
  approximationHigh: number;
  approximationLow: number;
  /** MCUs between restart markers; 0: none. */
  restartInterval: number;
  /** Tables of codes as they stand when the scan begins; 0–3 for DC, 4–7 for AC. */
  tables: (HuffmanTable | undefined)[];
  /** Entropy-coded bytes of each restart interval, without stuffing. */
  intervals: Uint8Array[];
};

/** A JPEG taken apart into its segments (ITU-T T.81, annex B); nothing is decoded yet. */
export type JpegFile = {
  width: number;
  height: number;
  progressive: boolean;
  components: JpegComponent[];
  quantisation: (Uint16Array | undefined)[];
  scans: JpegScan[];
  /** Application segments in their order: marker (0xe0 to 0xef) and content without its length. */
  applications: { marker: number; content: Buffer }[];
};

const maxScans = 200;

/** Throws OtherJpeg for processes other than Huffman-coded sequential and progressive DCT of 8 bits. */
export function parseJpeg(bytes: Buffer): JpegFile {
  const file: JpegFile = {
    width: 0,
    height: 0,
    progressive: false,
    components: [],
    quantisation: [],
    scans: [],
    applications: [],
  };
  const tables: (HuffmanTable | undefined)[] = [];
  let restartInterval = 0;
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) throw damagedPicture();
    if (marker === 0xd9) break;
    const end = at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0);
    if (end < at + 4 || end > bytes.length) throw damagedPicture();
    const content = bytes.subarray(at + 4, end);
    at = end;
    if (marker === 0xdb) readQuantisation(content, file.quantisation);
    else if (marker === 0xc4) readHuffman(content, tables);
    else if (marker === 0xdd && content.length >= 2) restartInterval = content.readUInt16BE(0);
    else if (marker >= 0xe0 && marker <= 0xef) file.applications.push({ marker, content });
    else if (isFrameHeader(marker)) readFrame(marker, content, file);
    else if (marker === 0xda) {
      if (file.scans.length >= maxScans) throw damagedPicture();
      const scan = readScanHeader(content, file, restartInterval, [...tables]);
      at = readIntervals(bytes, at, scan.intervals);
      file.scans.push(scan);
    }
  }
  if (file.scans.length === 0) throw damagedPicture();
  return file;
}

function readQuantisation(content: Buffer, tables: (Uint16Array | undefined)[]): void {
  let at = 0;
  while (at < content.length) {
    const head = content[at++] ?? 0;
    const wide = head >> 4;
    const size = wide ? 128 : 64;
    if (at + size > content.length || (head & 15) > 3) throw damagedPicture();
    const start = at;
    tables[head & 15] = Uint16Array.from({ length: 64 }, (_, index) =>
      wide ? content.readUInt16BE(start + 2 * index) : (content[start + index] ?? 1),
    );
    at += size;
  }
}

function readHuffman(content: Buffer, tables: (HuffmanTable | undefined)[]): void {
  let at = 0;
  while (at + 17 <= content.length) {
    const head = content[at] ?? 0;
    const counts = content.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = content.subarray(at + 17, at + 17 + total);
    if (symbols.length < total || (head & 15) > 3 || head > 0x13) throw damagedPicture();
    const spec = { counts, symbols };
    tables[(head >> 4) * 4 + (head & 15)] = { spec, lookup: lookupOf(spec) };
    at += 17 + total;
  }
}

function readFrame(marker: number, content: Buffer, file: JpegFile): void {
  if (marker > 0xc2 || file.components.length > 0) throw new OtherJpeg();
  const count = content[5] ?? 0;
  if (content.length < 6 + 3 * count || count === 0) throw damagedPicture();
  if (content[0] !== 8 || count > 4 || count === 2) throw new OtherJpeg();
  file.height = content.readUInt16BE(1);
  file.width = content.readUInt16BE(3);
  checkPictureSize(file.width, file.height);
  file.progressive = marker === 0xc2;
  for (let at = 6; at < 6 + 3 * count; at += 3) {
    const sampling = content[at + 1] ?? 0;
    const component = {
      id: content[at] ?? 0,
      h: sampling >> 4,
      v: sampling & 15,
      table: content[at + 2] ?? 0,
    };
    if (component.h < 1 || component.h > 4 || component.v < 1 || component.v > 4) throw damagedPicture();
    file.components.push(component);
  }
}

function readScanHeader(
  content: Buffer,
  file: JpegFile,
  restartInterval: number,
  tables: (HuffmanTable | undefined)[],
): JpegScan {
  const count = content[0] ?? 0;
  if (count < 1 || count > 4 || content.length < 4 + 2 * count) throw damagedPicture();
  const components = Array.from({ length: count }, (_, number) => {
    const index = file.components.findIndex(({ id }) => id === content[1 + 2 * number]);
    const selectors = content[2 + 2 * number] ?? 0;
    if (index < 0 || selectors >> 4 > 3 || (selectors & 15) > 3) throw damagedPicture();
    return { index, dc: selectors >> 4, ac: 4 + (selectors & 15) };
  });
  const [spectralStart = 0, spectralEnd = 0, approximation = 0] = content.subarray(1 + 2 * count);
  if (spectralEnd > 63 || spectralStart > spectralEnd) throw damagedPicture();
  const approximationHigh = approximation >> 4;
  const approximationLow = approximation & 15;
  return {
    components,
    spectralStart,
    spectralEnd,
    approximationHigh,
    approximationLow,
    restartInterval,
    tables,
    intervals: [],
  };
}

/** Splits entropy-coded data at its restart markers; gives the place of the marker that ends it. */
function readIntervals(bytes: Buffer, start: number, intervals: Uint8Array[]): number {
  let at = start;
  let from = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) throw damagedPicture();
    const next = bytes[at + 1] ?? 0;
    if (next === 0) at += 2;
    else if (next === 0xff) at += 1;
    else {
      intervals.push(withoutStuffing(bytes.subarray(from, at)));
      if (next < 0xd0 || next > 0xd7) return at;
      at += 2;
      from = at;
    }
  }
}

function withoutStuffing(stuffed: Buffer): Uint8Array {
  const plain = new Uint8Array(stuffed.length);
  let length = 0;
  let from = 0;
  for (;;) {
    const at = stuffed.indexOf(0xff, from);
    const end = at < 0 ? stuffed.length : at + 1;
    plain.set(stuffed.subarray(from, end), length);
    length += end - from;
    if (at < 0) return plain.subarray(0, length);
    from = end + (stuffed[end] === 0 ? 1 : 0);
  }
}
