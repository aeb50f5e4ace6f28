import type { HuffmanTable } from "./jpeg-tables.ts";

type JpegComponent = { id: number; h: number; v: number; table: number };

export type JpegScan = {
  components: { index: number; dc: number; ac: number }[];
  spectralStart: number;
  spectralEnd: number;
  approximationHigh: number;
  approximationLow: number;
  /** MCUs between restart markers; 0 for none. */
  restartInterval: number;
  /** Huffman tables in effect when the scan begins; 0–3 for DC, 4–7 for AC. */
  tables: (HuffmanTable | undefined)[];
  /** Entropy-coded bytes of each restart interval, without byte stuffing. */
  intervals: Uint8Array[];
};

/** A JPEG split into its segments (ITU-T T.81, annex B); nothing is decoded yet. */
export type JpegFile = {
  width: number;
  height: number;
  progressive: boolean;
  components: JpegComponent[];
  quantization: (Uint16Array | undefined)[];
  scans: JpegScan[];
  /** Application segments in order: marker (0xe0 to 0xef) and content without its length. */
  applications: { marker: number; content: Buffer }[];
};

/** Tables and headers in effect while the file is read. */
export type Reading = JpegFile & { tables: (HuffmanTable | undefined)[]; restartInterval: number };
