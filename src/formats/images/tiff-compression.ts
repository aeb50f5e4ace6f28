import { inflate } from "../pdf/inflate.ts";

export const tiffCompressions = {
  none: 1,
  lzw: 5,
  deflate: 8,
  oldDeflate: 32_946,
  packBits: 32_773,
} as const;

/**
 * The first `size` decompressed bytes of a strip or tile (TIFF 6.0, sections 9 and 13). Undefined if the data ends
 * early or cannot be decompressed, or if the compression is not supported.
 */
export function unpackTiff(compression: number, packed: Buffer, size: number): Buffer | undefined {
  const plain = unpack(compression, packed, size);
  return plain && plain.length >= size ? plain.subarray(0, size) : undefined;
}

function unpack(compression: number, packed: Buffer, size: number): Buffer | undefined {
  switch (compression) {
    case tiffCompressions.none:
      return packed;
    case tiffCompressions.lzw:
      return decodeLzw(packed, size);
    case tiffCompressions.packBits:
      return decodePackBits(packed, size);
    case tiffCompressions.deflate:
    case tiffCompressions.oldDeflate: {
      // Some programs pad the last strip to the length of the others.
      const plain = inflate(packed, 2 * size + 65_536, "as far as it goes");
      return typeof plain === "string" ? undefined : plain;
    }
    default:
      return undefined;
  }
}

function decodePackBits(packed: Buffer, size: number): Buffer {
  const plain = Buffer.alloc(size);
  let length = 0;
  for (let at = 0; at < packed.length && length < size; ) {
    const count = packed.readInt8(at++);
    if (count >= 0) {
      length += packed.copy(plain, length, at, Math.min(at + count + 1, packed.length));
      at += count + 1;
    } else if (count !== -128 && at < packed.length) {
      plain.fill(packed[at++] ?? 0, length, length + 1 - count);
      length = Math.min(size, length + 1 - count);
    }
  }
  return plain.subarray(0, length);
}

const clearCode = 256;
const endCode = 257;
const maxCodes = 4096;

/** Codes of 9 to 12 bits, most significant bit first; the width grows one code early. */
function decodeLzw(packed: Buffer, size: number): Buffer {
  const plain = Buffer.alloc(size);
  // For each code, where its bytes were last written, and how many there are.
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint32Array(maxCodes);
  let next = endCode + 1;
  let width = 9;
  let length = 0;
  let previous = -1;
  let bits = 0;
  let bitCount = 0;
  for (let at = 0; length < size; ) {
    while (bitCount < width && at < packed.length) {
      bits = ((bits << 8) | (packed[at++] as number)) & 0xffffff;
      bitCount += 8;
    }
    if (bitCount < width) break;
    bitCount -= width;
    const code = (bits >> bitCount) & ((1 << width) - 1);
    if (code === endCode) break;
    if (code === clearCode) {
      next = endCode + 1;
      width = 9;
      previous = -1;
      continue;
    }
    if (code > next || (code === next && previous < 0)) break;
    const start = length;
    if (code < clearCode) plain[length++] = code;
    else {
      const from = code === next ? previous : (starts[code] as number);
      const count = code === next ? start - previous + 1 : (lengths[code] as number);
      for (let index = 0; index < count && length < size; index++)
        plain[length++] = plain[from + index] as number;
    }
    if (previous >= 0 && next < maxCodes) {
      starts[next] = previous;
      lengths[next] = start - previous + 1;
      next++;
    }
    previous = start;
    if (next + 1 >= 1 << width && width < 12) width++;
  }
  return plain.subarray(0, length);
}
