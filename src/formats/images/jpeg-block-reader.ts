import type { BitWriter } from "./jpeg-bit-writer.ts";
import { sixteenBits } from "./jpeg-bits.ts";
import type { HuffmanCodes, HuffmanLookup } from "./jpeg-huffman.ts";

/** Thrown for unexpected coded data; the full decoder may have a more precise error. */
export class UnexpectedCode extends Error {}

const endOfBlock = 0x8000;

/**
 * For every 16-bit lookahead, how far AC codes lead: the number of bits of the codes and their values in the lower five
 * bits, the number of coefficients that they cover above, and `endOfBlock` if they end the block. 0: the first code is
 * invalid, or changed. `single` covers one code, `several` as many as the lookahead contains.
 */
export type AcSteps = { single: Uint16Array; several: Uint16Array };

/** `changed` has a 1 for each symbol whose bits cannot be copied. */
export function buildAcSteps(lookup: HuffmanLookup, changed: Uint8Array): AcSteps {
  const single = new Uint16Array(lookup.length);
  for (let bits = 0; bits < lookup.length; bits++) {
    const found = lookup[bits] as number;
    const symbol = found & 255;
    if (found < 256 || changed[symbol] === 1) continue;
    const size = symbol & 15;
    const passed = symbol === 0 ? endOfBlock : ((symbol >> 4) + 1) << 5;
    single[bits] = passed | ((found >> 8) + size);
  }
  const several = new Uint16Array(lookup.length);
  for (let bits = 0; bits < lookup.length; bits++) several[bits] = joinSteps(lookup, single, bits);
  return { single, several };
}

function joinSteps(lookup: HuffmanLookup, single: Uint16Array, bits: number): number {
  let joined = single[bits] as number;
  while (joined > 0 && joined < endOfBlock) {
    const length = joined & 31;
    const rest = (bits << length) & 0xffff;
    const step = single[rest] as number;
    // Beyond the lookahead, the bits of a value may be unknown, but not those of its code.
    if (step === 0 || length + ((lookup[rest] as number) >> 8) > 16) break;
    joined += step;
  }
  return joined;
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
    return this.#signed(found & 15);
  }

  /**
   * Skips the AC coefficients of a block whose bits can be copied, beginning with this one. Returns the first that was
   * not skipped, or 64.
   */
  skip({ single, several }: AcSteps, first: number): number {
    const { bytes } = this;
    let at = this.at;
    let index = first;
    let steps = several;
    while (index < 64) {
      const step = steps[sixteenBits(bytes, at)] as number;
      if (step === 0) break;
      const next = index + ((step >> 5) & 1023);
      if (next > 63 && steps === several) {
        // The lookahead may reach into the next block.
        steps = single;
        continue;
      }
      at += step & 31;
      index = step < endOfBlock ? next : 64;
    }
    if (index > 64) throw new UnexpectedCode();
    this.at = at;
    return index;
  }

  /** Writes one AC coefficient, and the zeros before it, with another code. Returns the next coefficient, or 64. */
  recode(lookup: HuffmanLookup, codes: HuffmanCodes, out: BitWriter, index: number): number {
    const found = lookup[sixteenBits(this.bytes, this.at)] as number;
    if (found < 256) throw new UnexpectedCode();
    this.at += found >> 8;
    const symbol = found & 255;
    out.symbol(codes, symbol);
    if (symbol === 0) return 64;
    const size = symbol & 15;
    const next = index + (symbol >> 4) + 1;
    if (next > 64) throw new UnexpectedCode();
    if (size > 0) out.put(sixteenBits(this.bytes, this.at) >>> (16 - size), size);
    this.at += size;
    return next;
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
      out[index] = this.#signed(symbol & 15);
    }
  }

  /** Throws if more bits were read than the interval has. */
  end(): void {
    if (this.at > this.bytes.length * 8) throw new UnexpectedCode();
  }

  #signed(length: number): number {
    if (length === 0) return 0;
    const value = sixteenBits(this.bytes, this.at) >>> (16 - length);
    this.at += length;
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }
}
