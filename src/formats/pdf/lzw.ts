import type { NotUnpacked } from "./inflate.ts";
import { onlyWhiteFrom } from "./simple-filters.ts";

const clearTable = 256;
const endOfData = 257;
const firstFree = 258;
const tableSize = 4096;
const shortestCode = 9;
const longestCode = 12;

/** Reads codes, the first bit of a byte first. */
class Codes {
  position = 0;
  #bits = 0;
  #count = 0;

  constructor(private readonly data: Buffer) {}

  /** The next code of `width` bits; undefined at the end. */
  next(width: number): number | undefined {
    while (this.#count < width) {
      if (this.position >= this.data.length) return undefined;
      this.#bits = ((this.#bits << 8) | (this.data[this.position++] ?? 0)) & 0xfffff;
      this.#count += 8;
    }
    this.#count -= width;
    return (this.#bits >> this.#count) & ((1 << width) - 1);
  }
}

/**
 * Decodes LZW (ISO 32000-2, 7.4.4). If `early`, codes become longer one code early. Data without an end marker, or with
 * more entries than the table has, is rejected.
 */
export function decodeLzw(data: Buffer, limit: number, early: boolean): Buffer | NotUnpacked {
  const codes = new Codes(data);
  // The text of an entry is a part of what is decoded: the text of one code and the byte after it.
  const starts = new Int32Array(tableSize);
  const lengths = new Int32Array(tableSize);
  let plain = Buffer.alloc(Math.min(limit, data.length * 4));
  let length = 0;
  let free = firstFree;
  let width = shortestCode;
  let last: { start: number; length: number } | undefined;
  for (;;) {
    const code = codes.next(width);
    if (code === undefined) return "unreadable";
    if (code === endOfData) return onlyWhiteFrom(data, codes.position, plain.subarray(0, length));
    if (code === clearTable) {
      free = firstFree;
      width = shortestCode;
      last = undefined;
      continue;
    }
    if (last) {
      if (free === tableSize) return "unreadable";
      starts[free] = last.start;
      lengths[free] = last.length + 1;
      free++;
    }
    if (code >= free) return "unreadable";
    const size = code < clearTable ? 1 : (lengths[code] ?? 0);
    if (length + size > limit) return "too large";
    if (length + size > plain.length)
      plain = Buffer.concat([plain], Math.min(limit, Math.max(plain.length * 2, length + size)));
    last = { start: length, length: size };
    if (code < clearTable) plain[length++] = code;
    // The last byte of the newest entry may be the first one that is copied.
    else for (let at = starts[code] ?? 0; length < last.start + size; at++) plain[length++] = plain[at] ?? 0;
    width = Math.min(longestCode, Math.max(shortestCode, 32 - Math.clz32(free + (early ? 1 : 0))));
  }
}
