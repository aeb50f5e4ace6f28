import type { BitWriter } from "./jpeg-bit-writer.ts";
import { sixteenBits } from "./jpeg-bits.ts";
import { type HuffmanCodes, type HuffmanLookup, MissingCode } from "./jpeg-huffman.ts";
import type { HuffmanTable } from "./jpeg-tables.ts";

/** Thrown for unexpected coded data; the full decoder may have a more precise error. */
export class UnexpectedCode extends Error {}

const endOfBlock = 128;

/**
 * For every 16-bit lookahead, how far one AC code leads: the number of bits of the code and its value in the lower five
 * bits, the number of coefficients it covers in the upper bits (`endOfBlock`: all remaining ones). 0: not a valid code.
 */
export type AcSteps = Uint16Array;

export function buildAcSteps({ lookup }: HuffmanTable): AcSteps {
  return lookup.map((found) => {
    const symbol = found & 255;
    const size = symbol & 15;
    const passed = size === 0 && symbol !== 0xf0 ? endOfBlock : (symbol >> 4) + 1;
    return found < 256 ? 0 : (passed << 5) | ((found >> 8) + size);
  });
}

/** Reads the blocks of one restart interval of sequential data and tracks the bit position of each part. */
export class BlockReader {
  readonly bytes: Uint8Array;
  /** Position of the next bit. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The difference between a block's DC value and the previous one (T.81, F.2.2.1). */
  difference(lookup: HuffmanLookup): number {
    const found = lookup[sixteenBits(this.bytes, this.at)] as number;
    if (found < 256) throw new UnexpectedCode();
    this.at += found >> 8;
    return this.signed(found & 15);
  }

  /** Skips the AC coefficients of a block. */
  skip(steps: AcSteps): void {
    const { bytes } = this;
    let at = this.at;
    let index = 1;
    while (index < 64) {
      const step = steps[sixteenBits(bytes, at)] as number;
      if (step === 0) throw new UnexpectedCode();
      at += step & 31;
      index += step >> 5;
    }
    if (index > 64 && index < endOfBlock) throw new UnexpectedCode();
    this.at = at;
  }

  /** Reads the AC coefficients of a block and writes them with other codes. */
  recode(lookup: HuffmanLookup, { codes, lengths }: HuffmanCodes, out: BitWriter): void {
    const { bytes } = this;
    let at = this.at;
    for (let index = 1; index < 64; index++) {
      const found = lookup[sixteenBits(bytes, at)] as number;
      if (found < 256) throw new UnexpectedCode();
      at += found >> 8;
      const symbol = found & 255;
      const length = lengths[symbol] as number;
      if (length === 0) throw new MissingCode();
      out.put(codes[symbol] as number, length);
      if (symbol === 0) break;
      const size = symbol & 15;
      index += symbol >> 4;
      if (index > 63) throw new UnexpectedCode();
      if (size > 0) out.put(sixteenBits(bytes, at) >>> (16 - size), size);
      at += size;
    }
    this.at = at;
  }

  /** Reads the AC coefficients of a block into indices 1 to 63 of `out`. */
  coefficients(lookup: HuffmanLookup, out: Int16Array): void {
    out.fill(0, 1);
    for (let index = 1; index < 64; index++) {
      const found = lookup[sixteenBits(this.bytes, this.at)] as number;
      if (found < 256) throw new UnexpectedCode();
      this.at += found >> 8;
      const symbol = found & 255;
      if (symbol === 0) return;
      index += symbol >> 4;
      if (index > 63) throw new UnexpectedCode();
      out[index] = this.signed(symbol & 15);
    }
  }

  /** Throws if more bits were read than the interval has. */
  end(): void {
    if (this.at > this.bytes.length * 8) throw new UnexpectedCode();
  }

  private signed(length: number): number {
    if (length === 0) return 0;
    const value = sixteenBits(this.bytes, this.at) >>> (16 - length);
    this.at += length;
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }
}
