import type { BitWriter } from "./jpeg-bit-writer.ts";
import type { HuffmanSpec } from "./jpeg-huffman.ts";

/** The headers of a sequential JPEG with one scan. Huffman tables are indexed by number. */
export type JpegHeaders = {
  width: number;
  height: number;
  planes: { id: number; h: number; v: number; quantization: Uint16Array }[];
  /** The numbers of the two Huffman tables of each plane. */
  selectors: { dc: number; ac: number }[];
  dcTables: (HuffmanSpec | undefined)[];
  acTables: (HuffmanSpec | undefined)[];
};

/** Writes quantization tables, frame header, Huffman tables and scan header (T.81, annex B.2). */
export function writeHeaders(out: BitWriter, headers: JpegHeaders): void {
  const { width, height, planes, selectors, dcTables, acTables } = headers;
  const wide = planes.some(({ quantization }) => quantization.some((step) => step > 255));
  for (const [index, { quantization }] of planes.entries()) {
    const steps = wide ? [...quantization].flatMap(word) : [...quantization];
    out.segment(0xdb, [(wide ? 0x10 : 0) | index, ...steps]);
  }
  const components = planes.flatMap(({ id, h, v }, index) => [id, (h << 4) | v, index]);
  // Baseline decoders support steps of 8 bits and two tables of each class (T.81, table B.1).
  const extended = wide || selectors.some(({ dc, ac }) => dc > 1 || ac > 1);
  out.segment(extended ? 0xc1 : 0xc0, [8, ...word(height), ...word(width), planes.length, ...components]);
  writeCodes(out, 0x00, dcTables);
  writeCodes(out, 0x10, acTables);
  const choices = planes.flatMap(({ id }, index) => [
    id,
    ((selectors[index]?.dc ?? 0) << 4) | (selectors[index]?.ac ?? 0),
  ]);
  out.segment(0xda, [planes.length, ...choices, 0, 63, 0]);
}

function writeCodes(out: BitWriter, tableClass: number, tables: (HuffmanSpec | undefined)[]): void {
  for (const [index, spec] of tables.entries())
    if (spec) out.segment(0xc4, [tableClass | index, ...spec.counts, ...spec.symbols]);
}

const word = (value: number): [number, number] => [value >> 8, value & 255];
