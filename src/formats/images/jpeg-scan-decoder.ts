import type { BitReader } from "./jpeg-bits.ts";
import type { HuffmanLookup } from "./jpeg-huffman.ts";
import type { JpegScan } from "./jpeg-parts.ts";
import { damagedPicture } from "./picture-limits.ts";

/** Decodes one block at `at` of the plane's coefficients. */
export type BlockDecoder = (
  reader: BitReader,
  coefficients: Int16Array,
  at: number,
  component: number,
) => void;

/** `restart` forgets what the blocks before a restart marker left behind (T.81, E.2.4). */
export type ScanDecoder = { block: BlockDecoder; restart: () => void };

/** The table of codes a scan names; a scan that names none is damaged. */
export function tableOf(scan: JpegScan, index: number): HuffmanLookup {
  const table = scan.tables[index];
  if (!table) throw damagedPicture();
  return table.lookup;
}
