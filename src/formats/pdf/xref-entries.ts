import { asDict, asNumber, getText, type PdfDict, type Raw } from "./values.ts";

/** The location of the newest version of an object; offsets count from the first byte of the buffer. */
export type XrefEntry =
  | { kind: "free" }
  | { kind: "at"; offset: number; generation: number }
  | { kind: "inside"; stream: number; index: number };

export type XrefEntries = Map<number, XrefEntry>;

/** One section of the chain: its entries, its trailer, and its format. */
export type XrefSection = {
  entries: XrefEntries;
  trailer: PdfDict;
  kind: "table" | "stream";
  /** The highest object number it uses, including that of a cross-reference stream itself. */
  highest: number;
  /** Programs may ignore it and search the file for objects. */
  isAmbiguous: boolean;
  /** Programs follow it differently, because a key has two values or entries are shifted. */
  isContradicting: boolean;
};

/** The trailer of a section, undefined if `raw` is not a dictionary; without a valid /Size it is ambiguous. */
export function readTrailer(
  raw: Raw,
): Pick<XrefSection, "trailer" | "isAmbiguous" | "isContradicting"> | undefined {
  let isContradicting = false;
  const trailer = asDict(raw, (first, second) => {
    isContradicting ||= getText(first) !== getText(second);
  });
  const size = asNumber(trailer?.get("Size"));
  const isAmbiguous = size === undefined || !Number.isInteger(size) || size < 1;
  return trailer && { trailer, isAmbiguous, isContradicting };
}

/** An object stream with an impossible number does not exist, so its number is not counted. */
export function findHighestNumber(entries: XrefEntries, atLeast = 0): number {
  let highest = atLeast;
  for (const [number, entry] of entries) {
    if (number > highest) highest = number;
    if (entry.kind === "inside" && entry.stream <= highestNumber) highest = Math.max(highest, entry.stream);
  }
  return highest;
}

/** The highest accepted object number (ISO 32000-1, annex C). */
export const highestNumber = 8_388_607;
