import type { HuffmanLookup } from "./jpeg-huffman.ts";
import { damagedPicture } from "./picture-limits.ts";

/**
 * Reads Huffman codes and raw bits from one restart interval. Throws for an invalid code and for data that ends early.
 */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  symbol(lookup: HuffmanLookup): number {
    if (this.#count < 16) this.#fill();
    const found = lookup[(this.#held >>> (this.#count - 16)) & 0xffff] as number;
    if (found < 256) throw damagedPicture();
    this.#count -= found >> 8;
    return found & 255;
  }

  /** Reads `length` bits as a number; at most 16. */
  bits(length: number): number {
    if (this.#count < length) this.#fill();
    this.#count -= length;
    return (this.#held >>> this.#count) & ((1 << length) - 1);
  }

  /** Reads a signed number of that many bits (T.81, F.2.2.1, EXTEND). */
  signed(length: number): number {
    if (length === 0) return 0;
    const value = this.bits(length);
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  #fill(): void {
    // Encoders fill the last byte with ones, so the lookup may read a little past the end.
    if (this.#at > this.#bytes.length + 4) throw damagedPicture();
    while (this.#count <= 24) {
      const byte = this.#at < this.#bytes.length ? (this.#bytes[this.#at] as number) : 0xff;
      this.#at++;
      this.#held = (this.#held << 8) | byte;
      this.#count += 8;
    }
  }
}

/** The 16 bits starting at bit `at`; past the end they are zero. */
export function sixteenBits(bytes: Uint8Array, at: number): number {
  const first = at >>> 3;
  const three =
    ((bytes[first] as number) << 16) | ((bytes[first + 1] as number) << 8) | (bytes[first + 2] as number);
  return (three >>> (8 - (at & 7))) & 0xffff;
}
