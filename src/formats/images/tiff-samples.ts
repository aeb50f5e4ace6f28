import { damagedPicture } from "./picture-limits.ts";

/** How the samples of a picture are stored; byte order matters for whole bytes only. */
export type SampleLayout = {
  bits: number;
  /** True for floating-point numbers, false for unsigned integers. */
  isFloat: boolean;
  little: boolean;
};

/** Reads `count` consecutive samples from the start of a row (TIFF 6.0, section 8). */
export function readSamples(row: Buffer, layout: SampleLayout, samples: Float64Array, count: number): void {
  const { bits } = layout;
  if (bits % 8 === 0) readWholeBytes(row, layout, samples, count);
  else {
    let buffer = 0;
    let buffered = 0;
    let at = 0;
    for (let index = 0; index < count; index++) {
      while (buffered < bits) {
        buffer = ((buffer << 8) | (row[at++] as number)) & 0xffffff;
        buffered += 8;
      }
      buffered -= bits;
      samples[index] = (buffer >> buffered) & ((1 << bits) - 1);
    }
  }
}

function readWholeBytes(row: Buffer, layout: SampleLayout, samples: Float64Array, count: number): void {
  const size = layout.bits / 8;
  const read = wholeByteReader(row, layout);
  for (let index = 0; index < count; index++) samples[index] = read(index * size);
}

function wholeByteReader(row: Buffer, { bits, isFloat, little }: SampleLayout): (at: number) => number {
  if (!isFloat) {
    const size = bits / 8;
    return little ? (at) => row.readUIntLE(at, size) : (at) => row.readUIntBE(at, size);
  }
  switch (bits) {
    case 16:
      return little ? (at) => halfFloat(row.readUInt16LE(at)) : (at) => halfFloat(row.readUInt16BE(at));
    case 24:
      return little ? (at) => float24(row.readUIntLE(at, 3)) : (at) => float24(row.readUIntBE(at, 3));
    case 32:
      return little ? (at) => row.readFloatLE(at) : (at) => row.readFloatBE(at);
    case 64:
      return little ? (at) => row.readDoubleLE(at) : (at) => row.readDoubleBE(at);
    default:
      throw damagedPicture();
  }
}

const halfFloat = (value: number): number => toFloat(value, 5, 10);
const float24 = (value: number): number => toFloat(value, 7, 16);

/** A floating-point number from sign, exponent and fraction, as in IEEE 754. */
function toFloat(value: number, exponentBits: number, fractionBits: number): number {
  const fraction = value % 2 ** fractionBits;
  const exponent = Math.floor(value / 2 ** fractionBits) % 2 ** exponentBits;
  const sign = value >= 2 ** (exponentBits + fractionBits) ? -1 : 1;
  const bias = 2 ** (exponentBits - 1) - 1;
  if (exponent === 2 ** exponentBits - 1)
    return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias - fractionBits);
  return sign * (1 + fraction / 2 ** fractionBits) * 2 ** (exponent - bias);
}

/** Undoes horizontal differencing, in place (TIFF 6.0, section 14). */
export function undoDifferences(row: Buffer, { bits, little }: SampleLayout, channels: number): void {
  const size = bits / 8;
  const limit = 2 ** bits;
  for (let at = channels * size; at + size <= row.length; at += size) {
    const before = at - channels * size;
    if (little) row.writeUIntLE((row.readUIntLE(at, size) + row.readUIntLE(before, size)) % limit, at, size);
    else row.writeUIntBE((row.readUIntBE(at, size) + row.readUIntBE(before, size)) % limit, at, size);
  }
}

/**
 * Undoes the floating-point predictor: byte differences, all most significant bytes first, then the second bytes, and
 * so on (Adobe Photoshop TIFF Technical Note 3). The result is big-endian.
 */
export function undoFloatDifferences(row: Buffer, bits: number, channels: number): Buffer {
  const size = bits / 8;
  for (let at = channels; at < row.length; at++)
    row[at] = (row[at] as number) + (row[at - channels] as number);
  const count = row.length / size;
  const numbers = Buffer.alloc(row.length);
  for (let index = 0; index < count; index++)
    for (let byte = 0; byte < size; byte++)
      numbers[index * size + byte] = row[byte * count + index] as number;
  return numbers;
}
