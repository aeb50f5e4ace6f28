import { OtherJpeg } from "./jpeg-frame.ts";
import { buildLookup, type HuffmanLookup, type HuffmanSpec } from "./jpeg-huffman.ts";
import { damagedPicture } from "./picture-limits.ts";

/** A Huffman table as stored in the file. Hostile files contain millions, so only tables that are used are expanded. */
export class HuffmanTable {
  readonly spec: HuffmanSpec;
  #ready: HuffmanLookup | undefined;

  constructor(spec: HuffmanSpec) {
    this.spec = spec;
  }

  /** For decoding. Throws AppError for impossible code lengths. */
  get lookup(): HuffmanLookup {
    this.#ready ??= buildLookup(this.spec);
    return this.#ready;
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

/** Counts and symbols in hexadecimal, for luminance and chrominance. */
const typicalCodes = {
  dc: [
    ["00010501010101010100000000000000", "000102030405060708090a0b"],
    ["00030101010101010101010000000000", "000102030405060708090a0b"],
  ],
  ac: [
    [
      "0002010303020403050504040000017d",
      "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a" +
        "434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aa" +
        "b2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
    ],
    [
      "00020102040403040705040400010277",
      "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536373839" +
        "3a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7" +
        "a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa",
    ],
  ],
} as const;

const typicalTable = ([counts, symbols]: readonly [string, string]) =>
  new HuffmanTable({ counts: Buffer.from(counts, "hex"), symbols: Buffer.from(symbols, "hex") });

const typicalTables = new Map([
  [0, typicalTable(typicalCodes.dc[0])],
  [1, typicalTable(typicalCodes.dc[1])],
  [4, typicalTable(typicalCodes.ac[0])],
  [5, typicalTable(typicalCodes.ac[1])],
]);

/**
 * The tables of a sequential scan. Frames of Motion JPEG leave out the typical ones (T.81, tables K.3 to K.6), and
 * decoders fill in those that the components use.
 */
export function withTypicalTables(
  defined: (HuffmanTable | undefined)[],
  components: { dc: number; ac: number }[],
): (HuffmanTable | undefined)[] {
  const tables = [...defined];
  for (const slot of components.flatMap(({ dc, ac }) => [dc, ac])) tables[slot] ??= typicalTables.get(slot);
  return tables;
}
