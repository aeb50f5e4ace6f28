import type { PdfDict } from "./values.ts";

/** Where the newest version of an object lies; offsets count from the first byte of the buffer. */
export type XrefEntry =
  | { kind: "free" }
  | { kind: "at"; offset: number; generation: number }
  | { kind: "inside"; stream: number; index: number };

export type XrefEntries = Map<number, XrefEntry>;

/** One section of the chain: its own entries, its trailer, and how it is written. */
export type XrefSection = {
  entries: XrefEntries;
  trailer: PdfDict;
  kind: "table" | "stream";
  /** The highest object number it uses, its own included: readers keep the stream itself under that number. */
  highest: number;
};

export function findHighestNumber(entries: XrefEntries, atLeast = 0): number {
  let highest = atLeast;
  for (const [number, entry] of entries) {
    if (number > highest) highest = number;
    if (entry.kind === "inside" && entry.stream > highest) highest = entry.stream;
  }
  return highest;
}

/** Highest object number that is believed (ISO 32000-1, annex C). */
export const highestNumber = 8_388_607;
