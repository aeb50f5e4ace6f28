import { deflateSync } from "node:zlib";

/** Joins little-endian single-page TIFFs into one file and adjusts their offsets. */
export function joinTiffs(files: Buffer[]): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  let pointer: { part: Buffer; at: number } | undefined;
  for (const file of files) {
    const part = Buffer.from(file.length % 2 === 0 ? file : Buffer.concat([file, Buffer.alloc(1)]));
    const directory = part.readUInt32LE(4);
    pointer?.part.writeUInt32LE(size + directory, pointer.at);
    pointer = { part, at: moveDirectory(part, directory, size) };
    parts.push(part);
    size += part.length;
  }
  return Buffer.concat(parts);
}

/** A TIFF whose first page names itself as the next. */
export function loopTiff(file: Buffer): Buffer {
  const loop = Buffer.from(file);
  const directory = loop.readUInt32LE(4);
  loop.writeUInt32LE(directory, directory + 2 + 12 * loop.readUInt16LE(directory));
  return loop;
}

/** The directory of a page of 40 by 30 pixels, in which the horizontal resolution is repeated many times. */
export function crowdedTiff(entries: number): Buffer {
  const file = Buffer.alloc(8 + 2 + 12 * entries + 4 + 8);
  const resolutionAt = file.length - 8;
  file.write("II*\0");
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries, 8);
  file.writeUInt32LE(300, resolutionAt);
  file.writeUInt32LE(1, resolutionAt + 4);
  const rational = 5;
  const rows = [
    [256, 4, 40],
    [257, 4, 30],
    [283, rational, resolutionAt],
  ] as const;
  for (let index = 0; index < entries; index++) {
    const [tag, type, value] = rows[index] ?? [282, rational, resolutionAt];
    const at = 10 + 12 * index;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(value, at + 8);
  }
  return file;
}

const offsetTags = [273, 324];
const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

/** Adds `by` to all offsets of a directory; returns the position of its pointer to the next one. */
function moveDirectory(file: Buffer, directory: number, by: number): number {
  const count = file.readUInt16LE(directory);
  for (let entry = directory + 2; entry < directory + 2 + 12 * count; entry += 12) {
    const values = file.readUInt32LE(entry + 4);
    const size = (sizes[file.readUInt16LE(entry + 2)] ?? 1) * values;
    const start = size > 4 ? file.readUInt32LE(entry + 8) : entry + 8;
    if (offsetTags.includes(file.readUInt16LE(entry))) {
      for (let at = start; at < start + 4 * values; at += 4)
        file.writeUInt32LE(file.readUInt32LE(at) + by, at);
    }
    if (size > 4) file.writeUInt32LE(start + by, entry + 8);
  }
  return directory + 2 + 12 * count;
}

export type TiffDesign = {
  width: number;
  height: number;
  /** Samples per pixel, as stored. */
  channels: number;
  bits: number;
  sample: (x: number, y: number, channel: number) => number;
  photometric?: number;
  isFloat?: boolean;
  little?: boolean;
  compression?: "none" | "lzw" | "deflate" | "packBits";
  predictor?: 2 | 3;
  planar?: boolean;
  rowsPerStrip?: number;
  /** Side of a square tile. */
  tile?: number;
  orientation?: number;
  colorMap?: number[];
  extraSample?: number;
  /** 1 for a smaller version, 4 for a mask of another page. */
  subfileType?: number;
};

/** A single-page TIFF of any depth and layout, which no available library writes. */
export function designedTiff(design: TiffDesign): Buffer {
  const { width, height, channels, bits, little = true, planar = false, tile } = design;
  const rows = tile ?? design.rowsPerStrip ?? height;
  const across = tile ?? width;
  const planes = planar ? channels : 1;
  const data: Buffer[] = [];
  for (let plane = 0; plane < planes; plane++) {
    for (let top = 0; top < height; top += rows) {
      for (let left = 0; left < width; left += across) {
        const high = tile ?? Math.min(rows, height - top);
        const packed = Array.from({ length: high }, (_, row) =>
          designedRow(design, { left, y: top + row, width: across, plane: planar ? plane : undefined }),
        );
        data.push(pack(design.compression ?? "none", Buffer.concat(packed)));
      }
    }
  }
  const places: number[] = [];
  let size = 8;
  for (const { length } of data) {
    places.push(size);
    size += length;
  }
  const codes = { none: 1, lzw: 5, deflate: 8, packBits: 32_773 };
  const layout: [number, number[]][] = tile
    ? [
        [322, [tile]],
        [323, [tile]],
        [324, places],
        [325, data.map(({ length }) => length)],
      ]
    : [
        [273, places],
        [278, [rows]],
        [279, data.map(({ length }) => length)],
      ];
  const entries: [number, number[]][] = [
    [254, [design.subfileType ?? 0]],
    [256, [width]],
    [257, [height]],
    [258, Array<number>(channels).fill(bits)],
    [259, [codes[design.compression ?? "none"]]],
    [262, [design.photometric ?? (channels >= 3 ? 2 : 1)]],
    [274, [design.orientation ?? 1]],
    [277, [channels]],
    [284, [planar ? 2 : 1]],
    [317, [design.predictor ?? 1]],
    [320, design.colorMap ?? []],
    [338, design.extraSample === undefined ? [] : [design.extraSample]],
    [339, Array<number>(channels).fill(design.isFloat ? 3 : 1)],
    ...layout,
  ];
  const used = entries.filter(([, values]) => values.length > 0).sort(([a], [b]) => a - b);
  return Buffer.concat([Buffer.alloc(8), ...data, directoryAt(size, used, little)]).fill(
    header(little, size),
    0,
    8,
  );
}

function header(little: boolean, directory: number): Buffer {
  const head = Buffer.from(little ? "II*\0\0\0\0\0" : "MM\0*\0\0\0\0", "latin1");
  if (little) head.writeUInt32LE(directory, 4);
  else head.writeUInt32BE(directory, 4);
  return head;
}

/** All values as LONG; values that do not fit into an entry follow the directory. */
function directoryAt(start: number, entries: [number, number[]][], little: boolean): Buffer {
  const put = (value: number, size: number) => {
    const bytes = Buffer.alloc(size);
    if (little) bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  };
  const outside: Buffer[] = [];
  let end = start + 2 + 12 * entries.length + 4;
  const rows = entries.map(([tag, values]) => {
    const bytes = Buffer.concat(values.map((value) => put(value, 4)));
    const head = [put(tag, 2), put(4, 2), put(values.length, 4)];
    if (values.length === 1) return Buffer.concat([...head, bytes]);
    outside.push(bytes);
    end += bytes.length;
    return Buffer.concat([...head, put(end - bytes.length, 4)]);
  });
  return Buffer.concat([put(entries.length, 2), ...rows, put(0, 4), ...outside]);
}

type RowPlace = { left: number; y: number; width: number; plane: number | undefined };

function designedRow(design: TiffDesign, { left, y, width, plane }: RowPlace): Buffer {
  const { bits, channels, sample } = design;
  const of = plane === undefined ? Array.from({ length: channels }, (_, index) => index) : [plane];
  const values: number[] = [];
  for (let x = left; x < left + width; x++) {
    // Tiles extend beyond the picture; samples there do not count.
    for (const channel of of) values.push(x < design.width && y < design.height ? sample(x, y, channel) : 0);
  }
  if (bits % 8 !== 0) return packedBits(values, bits);
  const row = Buffer.alloc((values.length * bits) / 8);
  const little = design.predictor === 3 ? false : (design.little ?? true);
  for (const [index, value] of values.entries()) {
    const before = design.predictor === 2 ? (values[index - of.length] ?? 0) : 0;
    writeSample(row, (index * bits) / 8, value - before, { ...design, little });
  }
  return design.predictor === 3 ? withFloatDifferences(row, bits / 8, of.length) : row;
}

function writeSample(row: Buffer, at: number, value: number, { bits, isFloat, little }: TiffDesign): void {
  const size = bits / 8;
  if (!isFloat) {
    const wrapped = ((value % 2 ** bits) + 2 ** bits) % 2 ** bits;
    if (little) row.writeUIntLE(wrapped, at, size);
    else row.writeUIntBE(wrapped, at, size);
  } else if (bits === 64) {
    if (little) row.writeDoubleLE(value, at);
    else row.writeDoubleBE(value, at);
  } else if (bits === 32) {
    if (little) row.writeFloatLE(value, at);
    else row.writeFloatBE(value, at);
  } else {
    const half = Buffer.from(new Float16Array([value]).buffer).readUInt16LE();
    if (little) row.writeUInt16LE(half, at);
    else row.writeUInt16BE(half, at);
  }
}

function packedBits(values: number[], bits: number): Buffer {
  const text = values.map((value) => value.toString(2).padStart(bits, "0")).join("");
  return Buffer.from((text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

function withFloatDifferences(row: Buffer, size: number, channels: number): Buffer {
  const count = row.length / size;
  const planes = Buffer.alloc(row.length);
  for (let at = 0; at < row.length; at++) planes[(at % size) * count + Math.floor(at / size)] = row[at] ?? 0;
  return Buffer.from(planes.map((byte, at) => byte - (at < channels ? 0 : (planes[at - channels] ?? 0))));
}

function pack(compression: NonNullable<TiffDesign["compression"]>, plain: Buffer): Buffer {
  if (compression === "none") return plain;
  if (compression === "deflate") return deflateSync(plain);
  if (compression === "lzw") return encodeLzw(plain);
  const runs: number[] = [];
  for (let at = 0; at < plain.length; ) {
    let same = 1;
    while (same < 128 && at + same < plain.length && plain[at + same] === plain[at]) same++;
    runs.push(...(same > 1 ? [257 - same, plain[at] ?? 0] : [0, plain[at] ?? 0]));
    at += same;
  }
  return Buffer.from([...runs, 128]);
}

function encodeLzw(plain: Buffer): Buffer {
  let text = "";
  let table = new Map<string, number>();
  const widthFor = (codes: number) => (codes < 512 ? 9 : codes < 1024 ? 10 : codes < 2048 ? 11 : 12);
  const put = (code: number, codes: number) => {
    text += code.toString(2).padStart(widthFor(codes), "0");
  };
  put(256, 258);
  let known = "";
  let next = 258;
  const codeFor = (bytes: string) => (bytes.length === 1 ? bytes.charCodeAt(0) : (table.get(bytes) ?? 0));
  for (const byte of plain.toString("latin1")) {
    if (known === "" || table.has(known + byte)) {
      known += byte;
      continue;
    }
    put(codeFor(known), next);
    table.set(known + byte, next++);
    known = byte;
    if (next < 4094) continue;
    put(256, next);
    table = new Map();
    next = 258;
  }
  put(codeFor(known), next);
  put(257, next + 1);
  return Buffer.from((text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}
