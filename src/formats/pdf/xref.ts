import { BrokenPdf } from "./broken-pdf.ts";
import { skipWhite } from "./lexer.ts";
import { objectHeader } from "./object-syntax.ts";
import { asNumber, integerAt, type PdfDict, wordAt } from "./values.ts";
import { highestNumber, type XrefEntries, type XrefSection } from "./xref-entries.ts";
import { readXrefStream } from "./xref-stream.ts";
import { readXrefTable } from "./xref-table.ts";

export type Xref = {
  entries: XrefEntries;
  /** The trailer of the newest section. */
  trailer: PdfDict;
  kind: "table" | "stream";
  /** The value of "startxref": the position of the newest section, counted from `base`. */
  start: number;
  /** The byte from which the file's offsets count (not 0 if junk precedes the header). */
  base: number;
  /** No cross-reference section uses or declares a higher object number. */
  highest: number;
  /** Programs may ignore the chain and search the file for objects. */
  isAmbiguous: boolean;
  /** Programs follow the chain differently, because a key has two values or entries are shifted. */
  isContradicting: boolean;
};

const maxSections = 10_000;
const maxEntries = 16_000_000;

/** Follows the chain of cross-reference sections from the end of the file. Throws BrokenPdf if it is broken. */
export function readXref(bytes: Buffer): Xref {
  const start = startOffset(bytes);
  const base = findBase(bytes, start);
  const merged: XrefEntries = new Map();
  const seen = new Set<number>();
  const queue = [start];
  let newest: XrefSection | undefined;
  let highest = 0;
  let read = 0;
  let isAmbiguous = false;
  let isContradicting = false;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const at = skipWhite(bytes, base + next);
    if (seen.has(at)) continue;
    seen.add(at);
    const section = readSection(bytes, base, at);
    const hybrid = readHybridStream(bytes, base, section);
    isAmbiguous ||= section.isAmbiguous || hybrid?.isAmbiguous === true;
    isContradicting ||= section.isContradicting || hybrid?.isContradicting === true;
    for (const { entries, trailer, highest: own } of hybrid ? [section, hybrid] : [section]) {
      read += entries.size;
      highest = Math.max(highest, own, announcedHighest(trailer));
    }
    if (seen.size > maxSections || read > maxEntries) throw new BrokenPdf("too long a chain of sections");
    newest ??= section;
    if (hybrid) mergeHybrid(merged, section.entries, hybrid.entries);
    else mergeOlder(merged, section.entries);
    const previous = asNumber(section.trailer.get("Prev"));
    if (previous !== undefined) queue.push(previous);
  }
  if (!newest) throw new BrokenPdf("no cross-reference section");
  return {
    entries: merged,
    trailer: newest.trailer,
    kind: newest.kind,
    start,
    base,
    highest,
    isAmbiguous,
    isContradicting,
  };
}

/** The stream of a hybrid file, with entries that older readers do not see (ISO 32000-2, 7.5.8.4). */
function readHybridStream(bytes: Buffer, base: number, section: XrefSection): XrefSection | undefined {
  const offset = section.kind === "table" ? asNumber(section.trailer.get("XRefStm")) : undefined;
  return offset === undefined ? undefined : readXrefStream(bytes, skipWhite(bytes, base + offset), base);
}

/** Leaves numbers for new objects: a /Size near the maximum is ignored. */
const highestBelievedSize = highestNumber - 1_000_000;

function announcedHighest(trailer: PdfDict): number {
  const size = asNumber(trailer.get("Size")) ?? 0;
  return Number.isInteger(size) && size <= highestBelievedSize ? size - 1 : 0;
}

/**
 * Objects in use by the table take precedence, then those of the stream; entries that either marks as free hide older
 * sections. A table marks the objects of its stream as free, so that older readers ignore them.
 */
function mergeHybrid(merged: XrefEntries, table: XrefEntries, stream: XrefEntries): void {
  for (const inUse of [true, false]) {
    for (const entries of [table, stream]) {
      for (const [number, entry] of entries) {
        if ((entry.kind !== "free") === inUse && !merged.has(number)) merged.set(number, entry);
      }
    }
  }
}

function mergeOlder(merged: XrefEntries, older: XrefEntries): void {
  if (merged.size === 0) {
    for (const [number, entry] of older) merged.set(number, entry);
    return;
  }
  for (const [number, entry] of older) if (!merged.has(number)) merged.set(number, entry);
}

function startOffset(bytes: Buffer): number {
  const word = bytes.lastIndexOf("startxref");
  const offset = word < 0 ? undefined : integerAt(bytes, skipWhite(bytes, word + 9));
  if (!offset) throw new BrokenPdf("no startxref");
  return offset.value;
}

/** Offsets count from "%PDF-", or from the first byte in files whose program ignored the junk before it. */
function findBase(bytes: Buffer, start: number): number {
  const header = Math.max(0, bytes.subarray(0, 1024 * 8).indexOf("%PDF-"));
  return header > 0 && !sectionAt(bytes, header + start) && sectionAt(bytes, start) ? 0 : header;
}

function sectionAt(bytes: Buffer, at: number): boolean {
  const position = skipWhite(bytes, at);
  return wordAt(bytes, position, "xref") || objectHeader(bytes, position) !== undefined;
}

function readSection(bytes: Buffer, base: number, at: number): XrefSection {
  if (at >= bytes.length) throw new BrokenPdf("a cross-reference section lies outside the file");
  return wordAt(bytes, at, "xref") ? readXrefTable(bytes, at + 4, base) : readXrefStream(bytes, at, base);
}
