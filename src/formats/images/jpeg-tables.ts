import { OtherJpeg } from "./jpeg-frame.ts";
import { buildLookup, type HuffmanLookup, type HuffmanSpec } from "./jpeg-huffman.ts";
import { damagedPicture } from "./picture-limits.ts";

/** A Huffman table as stored in the file. Hostile files contain millions, so only tables that are used are expanded. */
export class HuffmanTable {
  readonly spec: HuffmanSpec;
  private ready: HuffmanLookup | undefined;

  constructor(spec: HuffmanSpec) {
    this.spec = spec;
  }

  /** For decoding. Throws AppError for impossible code lengths. */
  get lookup(): HuffmanLookup {
    this.ready ??= buildLookup(this.spec);
    return this.ready;
  }
}

/** Reads the tables of a DQT segment (T.81, B.2.4.1) into their slots. */
export function readQuantization(content: Buffer, tables: (Uint16Array | undefined)[]): void {
  let at = 0;
  while (at < content.length) {
    const head = content[at++] ?? 0;
    const wide = head >> 4;
    const size = wide ? 128 : 64;
    if (at + size > content.length || (head & 15) > 3) throw damagedPicture();
    const start = at;
    const steps = Uint16Array.from({ length: 64 }, (_, index) =>
      wide ? content.readUInt16BE(start + 2 * index) : (content[start + index] ?? 1),
    );
    if (steps.includes(0)) throw new OtherJpeg();
    tables[head & 15] = steps;
    at += size;
  }
}

/** Reads the tables of a DHT segment (T.81, B.2.4.2) into their slots: 0–3 for DC, 4–7 for AC. */
export function readHuffman(content: Buffer, tables: (HuffmanTable | undefined)[]): void {
  let at = 0;
  while (at + 17 <= content.length) {
    const head = content[at] ?? 0;
    const counts = content.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = content.subarray(at + 17, at + 17 + total);
    if (symbols.length < total || (head & 15) > 3 || head > 0x13) throw damagedPicture();
    tables[(head >> 4) * 4 + (head & 15)] = new HuffmanTable({ counts, symbols });
    at += 17 + total;
  }
}

/** Possible sizes of a DC difference and an AC coefficient of 8-bit pictures (T.81, tables F.1 and F.2). */
const maxDcBits = 11;
const maxAcBits = 10;

/** Throws OtherJpeg for a table whose symbols decoders may interpret differently. */
export function checkSymbols(
  { spec: { symbols } }: HuffmanTable,
  kind: "dc" | "ac" | "progressive ac",
): void {
  const isStandard = (symbol: number): boolean => {
    if (kind === "dc") return symbol <= maxDcBits;
    const size = symbol & 15;
    const hasNoBits = size === 0;
    return hasNoBits ? kind !== "ac" || symbol === 0 || symbol === 0xf0 : size <= maxAcBits;
  };
  if (new Set(symbols).size < symbols.length || !symbols.every(isStandard)) throw new OtherJpeg();
}
