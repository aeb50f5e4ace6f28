import { sixteenBits } from "./jpeg-bits.ts";
import { type HuffmanCodes, MissingCode } from "./jpeg-huffman.ts";

/** Long runs are copied in pieces, since room for twice as many bytes is reserved. */
const pieceBytes = 1 << 16;

/** Writes bits into bytes, with a zero byte after each 0xff of entropy-coded data (T.81, F.1.2.3). */
export class BitWriter {
  #buffer: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(size: number) {
    this.#buffer = new Uint8Array(size);
  }

  bytes(values: ArrayLike<number>): void {
    this.#reserve(values.length);
    this.#buffer.set(values, this.#at);
    this.#at += values.length;
  }

  segment(marker: number, content: number[]): void {
    this.bytes([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);
  }

  /** Throws MissingCode if the table has no code for the symbol. */
  symbol({ codes, lengths }: HuffmanCodes, symbol: number): void {
    const length = lengths[symbol] as number;
    if (length === 0) throw new MissingCode();
    this.put(codes[symbol] as number, length);
  }

  /** Writes a symbol whose lower four bits say how many bits of `value` follow it. */
  value(codes: HuffmanCodes, symbol: number, value: number): void {
    this.symbol(codes, symbol);
    const size = symbol & 15;
    if (size > 0) this.put(value < 0 ? value + (1 << size) - 1 : value, size);
  }

  /** Copies the bits of `source` between two bit positions. */
  copy(source: Uint8Array, from: number, to: number): void {
    const first = Math.min(to - from, (8 - this.#count) & 7);
    this.#copyFew(source, from, first);
    const bytes = (to - from - first) >>> 3;
    for (let done = 0; done < bytes; done += pieceBytes)
      this.#copyBytes(source, from + first + 8 * done, Math.min(pieceBytes, bytes - done));
    const copied = first + 8 * bytes;
    this.#copyFew(source, from + copied, to - from - copied);
  }

  /** Copies at most 16 bits. */
  #copyFew(source: Uint8Array, from: number, length: number): void {
    if (length > 0) this.put(sixteenBits(source, from) >>> (16 - length), length);
  }

  /** Copies whole bytes from any bit position; no bits may be held. */
  #copyBytes(source: Uint8Array, from: number, count: number): void {
    // Each byte may be 0xff.
    this.#reserve(2 * count);
    const buffer = this.#buffer;
    const shift = 8 - (from & 7);
    let at = this.#at;
    let index = from >>> 3;
    for (const end = index + count; index < end; index++) {
      const byte = ((((source[index] as number) << 8) | (source[index + 1] as number)) >>> shift) & 255;
      buffer[at++] = byte;
      if (byte === 255) buffer[at++] = 0;
    }
    this.#at = at;
  }

  /** Fills the last byte with ones. */
  flush(): void {
    if (this.#count > 0) this.put((1 << (8 - this.#count)) - 1, 8 - this.#count);
  }

  result(): Uint8Array {
    return this.#buffer.subarray(0, this.#at);
  }

  /** Writes the lower `length` bits, at most 24; the bits above them must be zero. */
  put(bits: number, length: number): void {
    let count = this.#count + length;
    const held = (this.#held << length) | bits;
    if (count >= 8) {
      if (this.#at + 8 > this.#buffer.length) this.#reserve(8);
      while (count >= 8) {
        count -= 8;
        const byte = (held >>> count) & 255;
        this.#buffer[this.#at++] = byte;
        if (byte === 255) this.#buffer[this.#at++] = 0;
      }
    }
    this.#held = held & ((1 << count) - 1);
    this.#count = count;
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#at + size));
    larger.set(this.#buffer.subarray(0, this.#at));
    this.#buffer = larger;
  }
}
