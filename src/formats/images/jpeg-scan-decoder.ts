import type { BitReader } from "./jpeg-bits.ts";
import type { HuffmanLookup } from "./jpeg-huffman.ts";
import type { JpegScan } from "./jpeg-parts.ts";
import { damagedPicture } from "./picture-limits.ts";

/** Decodes one block into the plane's coefficients at `at`. */
export type BlockDecoder = (
  reader: BitReader,
  coefficients: Int16Array,
  at: number,
  component: number,
) => void;

/** `restart` resets the state at a restart marker (T.81, E.2.4). */
export type ScanDecoder = { block: BlockDecoder; restart: () => void };

/** The Huffman table that a scan names; throws AppError if there is none. */
export function getTable(scan: JpegScan, index: number): HuffmanLookup {
  const table = scan.tables[index];
  if (!table) throw damagedPicture();
  return table.lookup;
}
