import { AppError } from "../../errors.ts";
import { checkPictureSize, damagedPicture, pictureMessages } from "./picture-limits.ts";

/** A decoded BMP: RGB or RGBA samples of 8 bits, from the top. */
export type Bitmap = {
  samples: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
  /** The ICC profile of the samples, if the file has one. */
  profile: Buffer | undefined;
};

/** Compressions (Windows GDI, BITMAPV5HEADER). */
const compression = { none: 0, rle8: 1, rle4: 2, masks: 3, alphaMasks: 6 } as const;
const fileHeaderBytes = 14;
/** Sizes of the headers of OS/2 1 and 2, of Windows, and of those with masks, alpha and profiles. */
const header = { core: 12, windows: 40, masks: 52, alpha: 56, os2: 64, profile: 124 } as const;
const embeddedProfile = "MBED";

type Layout = {
  width: number;
  height: number;
  isTopDown: boolean;
  bits: number;
  compression: number;
  palette: Buffer;
  paletteStep: 3 | 4;
  /** Of red, green, blue and alpha; without palette. */
  masks: number[];
  start: number;
};

/**
 * Decodes a BMP: with a palette of 1, 2, 4 or 8 bits, uncompressed or run-length encoded, or with 16, 24 or 32 bits for
 * each pixel. Throws AppError `unsupported` for a damaged file, a rare kind, and one that is too large.
 */
export function decodeBitmap(bytes: Buffer): Bitmap {
  const layout = readLayout(bytes);
  const { width, height, bits } = layout;
  const profile = readProfile(bytes);
  if (bits <= 8)
    return { samples: fromPalette(readIndexes(bytes, layout), layout), width, height, channels: 3, profile };
  return { ...readPixels(bytes, layout), width, height, profile };
}

function readLayout(bytes: Buffer): Layout {
  if (bytes.length < fileHeaderBytes + header.core || bytes.toString("latin1", 0, 2) !== "BM")
    throw damagedPicture();
  const start = bytes.readUInt32LE(10);
  const size = bytes.readUInt32LE(14);
  if (bytes.length < fileHeaderBytes + size) throw damagedPicture();
  if (size === header.core) {
    const bits = bytes.readUInt16LE(24);
    const palette = bytes.subarray(fileHeaderBytes + size, start);
    const common = {
      bits,
      compression: compression.none,
      palette,
      paletteStep: 3,
      masks: defaultMasks(bits),
      start,
    };
    return checked(
      {
        width: bytes.readUInt16LE(18),
        height: bytes.readUInt16LE(20),
        isTopDown: false,
        ...common,
      } as Layout,
      size,
    );
  }
  if (size < header.windows) throw AppError.from("unsupported", pictureMessages.rareBitmap);
  const stored = bytes.readInt32LE(22);
  const bits = bytes.readUInt16LE(28);
  const kind = bytes.readUInt32LE(30);
  const masksBehind =
    size === header.windows ? (kind === compression.masks ? 3 : kind === compression.alphaMasks ? 4 : 0) : 0;
  const masks =
    kind === compression.masks || kind === compression.alphaMasks
      ? readMasks(bytes, size, masksBehind)
      : defaultMasks(bits);
  return checked(
    {
      width: bytes.readInt32LE(18),
      height: Math.abs(stored),
      isTopDown: stored < 0,
      bits,
      compression: kind,
      palette: bytes.subarray(fileHeaderBytes + size + 4 * masksBehind, start),
      paletteStep: 4,
      masks,
      start,
    },
    size,
  );
}

/** Masks are part of newer headers, and follow older ones. */
function readMasks(bytes: Buffer, size: number, behind: number): number[] {
  const count = size >= header.alpha || behind === 4 ? 4 : 3;
  const at = fileHeaderBytes + header.windows;
  if (bytes.length < at + 4 * count) throw damagedPicture();
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(at + 4 * index));
}

function defaultMasks(bits: number): number[] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0xff00, 0xff];
}

const possibleBits: Record<number, number[]> = {
  [compression.none]: [1, 2, 4, 8, 16, 24, 32],
  [compression.rle8]: [8],
  [compression.rle4]: [4],
  [compression.masks]: [16, 32],
  [compression.alphaMasks]: [16, 32],
};

function checked(layout: Layout, size: number): Layout {
  const { bits, compression: kind } = layout;
  if (!possibleBits[kind]?.includes(bits) || (size === header.os2 && kind > compression.rle4))
    throw AppError.from("unsupported", pictureMessages.rareBitmap);
  checkPictureSize(layout.width, layout.height);
  if (layout.start < fileHeaderBytes + size) throw damagedPicture();
  if (layout.isTopDown && isRunLength(kind)) throw damagedPicture();
  return layout;
}

const isRunLength = (kind: number) => kind === compression.rle8 || kind === compression.rle4;

/** The pixels of a row of the file, whose rows begin at multiples of four bytes. */
function rowAt(bytes: Buffer, { width, height, isTopDown, bits, start }: Layout, y: number): Buffer {
  const stride = 4 * Math.ceil((bits * width) / 32);
  const at = start + stride * (isTopDown ? y : height - 1 - y);
  const row = bytes.subarray(at, at + Math.ceil((bits * width) / 8));
  if (row.length < Math.ceil((bits * width) / 8)) throw damagedPicture();
  return row;
}

/** The number of each pixel's color, from the top. */
function readIndexes(bytes: Buffer, layout: Layout): Buffer {
  const { width, height, bits } = layout;
  if (isRunLength(layout.compression)) return readRuns(bytes, layout);
  const indexes = Buffer.alloc(width * height);
  const mask = 2 ** bits - 1;
  for (let y = 0; y < height; y++) {
    const row = rowAt(bytes, layout, y);
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      indexes[y * width + x] = ((row[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return indexes;
}

/**
 * What follows a zero byte in run-length encoded pixels: an end, a jump, or the number of pixels that follow as such.
 */
const runEscape = { endOfLine: 0, endOfPicture: 1, jump: 2 } as const;

/** Pixels that are skipped have the first color. */
function readRuns(bytes: Buffer, { width, height, bits, start }: Layout): Buffer {
  const indexes = Buffer.alloc(width * height);
  let [x, y, at] = [0, height - 1, start];
  const next = () => {
    const byte = bytes[at++];
    if (byte === undefined) throw damagedPicture();
    return byte;
  };
  const put = (index: number) => {
    if (x >= width || y < 0) throw damagedPicture();
    indexes[y * width + x++] = index;
  };
  const colorIn = (byte: number, place: number) =>
    bits === 8 ? byte : place % 2 === 0 ? byte >> 4 : byte & 15;
  for (;;) {
    const count = next();
    const value = next();
    if (count > 0) {
      for (let place = 0; place < count; place++) put(colorIn(value, place));
    } else if (value === runEscape.endOfLine) {
      x = 0;
      y--;
    } else if (value === runEscape.endOfPicture) {
      return indexes;
    } else if (value === runEscape.jump) {
      x += next();
      y -= next();
    } else {
      const length = bits === 8 ? value : Math.ceil(value / 2);
      const pixels = Array.from({ length: length + (length % 2) }, next);
      for (let place = 0; place < value; place++)
        put(colorIn(pixels[bits === 8 ? place : place >> 1] ?? 0, place));
    }
  }
}

/** Colors that the palette lacks are black. */
function fromPalette(indexes: Buffer, { palette, paletteStep }: Layout): Buffer {
  const samples = Buffer.alloc(3 * indexes.length);
  for (let pixel = 0; pixel < indexes.length; pixel++) {
    const at = (indexes[pixel] ?? 0) * paletteStep;
    samples[3 * pixel] = palette[at + 2] ?? 0;
    samples[3 * pixel + 1] = palette[at + 1] ?? 0;
    samples[3 * pixel + 2] = palette[at] ?? 0;
  }
  return samples;
}

/** Programs ignore an alpha channel that hides the whole picture. */
function readPixels(bytes: Buffer, layout: Layout): Pick<Bitmap, "samples" | "channels"> {
  const masks = layout.masks.filter((mask, index) => index < 3 || mask !== 0);
  if (masks.length === 4) {
    const samples = readSamples(bytes, layout, masks);
    for (let at = 3; at < samples.length; at += 4) if (samples[at] !== 0) return { samples, channels: 4 };
  }
  return { samples: readSamples(bytes, layout, masks.slice(0, 3)), channels: 3 };
}

function readSamples(bytes: Buffer, layout: Layout, masks: number[]): Buffer {
  const { width, height, bits } = layout;
  const step = bits / 8;
  const parts = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { shift, max: mask >>> shift };
  });
  if (parts.some(({ max }) => (max & (max + 1)) !== 0)) throw damagedPicture();
  const samples = Buffer.alloc(width * height * masks.length);
  let out = 0;
  for (let y = 0; y < height; y++) {
    const row = rowAt(bytes, layout, y);
    for (let x = 0; x < width; x++) {
      const pixel = row.readUIntLE(x * step, step);
      for (const { shift, max } of parts)
        samples[out++] = max === 0 ? 0 : Math.round((((pixel >>> shift) & max) * 255) / max);
    }
  }
  return samples;
}

function readProfile(bytes: Buffer): Buffer | undefined {
  const size = bytes.readUInt32LE(14);
  // The name of the color space is a number whose bytes are letters, the last one first.
  const space = bytes.toString("latin1", 70, 74).split("").toReversed().join("");
  if (size < header.profile || space !== embeddedProfile) return undefined;
  const start = fileHeaderBytes + bytes.readUInt32LE(126);
  const profile = bytes.subarray(start, start + bytes.readUInt32LE(130));
  return profile.length > 0 ? profile : undefined;
}
