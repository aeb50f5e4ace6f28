import { BrokenPdf } from "./broken-pdf.ts";
import { skipWhite } from "./lexer.ts";
import { asNumber, integerAt, type PdfDict, wordAt } from "./values.ts";
import type { XrefEntries, XrefSection } from "./xref-entries.ts";
import { readXrefStream } from "./xref-stream.ts";
import { readXrefTable } from "./xref-table.ts";

export type Xref = {
  entries: XrefEntries;
  /** Of the newest section. */
  trailer: PdfDict;
  kind: "table" | "stream";
  /** What "startxref" says: the position of the newest section, counted from `base`. */
  start: number;
  /** First byte from which the file's own offsets count (not 0 when junk stands before the header). */
  base: number;
  encrypted: boolean;
};

const mostSections = 10_000;
const mostEntries = 16_000_000;

/** Follows the chain of cross-reference sections from the end of the file. Throws BrokenPdf where it breaks. */
export function readXref(bytes: Buffer): Xref {
  const start = startOffset(bytes);
  const base = baseOf(bytes, start);
  const merged: XrefEntries = new Map();
  const seen = new Set<number>();
  const queue = [start];
  let newest: XrefSection | undefined;
  let encrypted = false;
  let read = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const at = skipWhite(bytes, base + next);
    if (seen.has(at)) continue;
    seen.add(at);
    const section = readSection(bytes, base, at);
    read += section.entries.size;
    if (seen.size > mostSections || read > mostEntries) throw new BrokenPdf("too long a chain of sections");
    newest ??= section;
    encrypted ||= section.trailer.has("Encrypt");
    const hybrid = asNumber(section.trailer.get("XRefStm"));
    if (hybrid !== undefined && section.kind === "table") {
      mergeOlder(merged, readSection(bytes, base, skipWhite(bytes, base + hybrid)).entries);
    }
    mergeOlder(merged, section.entries);
    const previous = asNumber(section.trailer.get("Prev"));
    if (previous !== undefined) queue.push(previous);
  }
  if (!newest) throw new BrokenPdf("no cross-reference section");
  return { entries: merged, trailer: newest.trailer, kind: newest.kind, start, base, encrypted };
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

/** Offsets count from "%PDF-", or, in files whose maker ignored junk before it, from the first byte. */
function baseOf(bytes: Buffer, start: number): number {
  const header = Math.max(0, bytes.subarray(0, 1024 * 8).indexOf("%PDF-"));
  return header > 0 && !sectionAt(bytes, header + start) && sectionAt(bytes, start) ? 0 : header;
}

function sectionAt(bytes: Buffer, at: number): boolean {
  const position = skipWhite(bytes, at);
  return wordAt(bytes, position, "xref") || integerAt(bytes, position) !== undefined;
}

function readSection(bytes: Buffer, base: number, at: number): XrefSection {
  if (at >= bytes.length) throw new BrokenPdf("a cross-reference section lies outside the file");
  return wordAt(bytes, at, "xref") ? readXrefTable(bytes, at + 4, base) : readXrefStream(bytes, at, base);
}
