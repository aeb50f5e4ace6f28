import { BrokenPdf } from "./broken-pdf.ts";
import { skipWhite } from "./lexer.ts";
import { integerAt, rawAt, wordAt } from "./values.ts";
import {
  findHighestNumber,
  highestNumber,
  readTrailer,
  type XrefEntries,
  type XrefSection,
} from "./xref-entries.ts";

const freeSign = 102;
const usedSign = 110;

/** A classic table (ISO 32000-2, 7.5.4) whose subsections start at `at`, followed by the trailer. */
export function readXrefTable(bytes: Buffer, at: number, base: number): XrefSection {
  const entries: XrefEntries = new Map();
  let position = skipWhite(bytes, at);
  let isShifted = false;
  while (!wordAt(bytes, position, "trailer")) {
    const first = integerAt(bytes, position);
    const count = first && integerAt(bytes, skipWhite(bytes, first.end));
    if (!count || first.value + count.value > highestNumber + 1) throw new BrokenPdf("a bad xref subsection");
    const start = skipWhite(bytes, count.end);
    isShifted ||= startsOneTooHigh(bytes, start, first.value);
    position = readSubsection(bytes, start, first.value, count.value, { entries, base });
    position = skipWhite(bytes, position);
  }
  const read = readTrailer(rawAt(bytes, position + 7));
  if (!read) throw new BrokenPdf("a trailer is not a dictionary");
  const isContradicting = read.isContradicting || isShifted;
  return { ...read, entries, kind: "table", highest: findHighestNumber(entries), isContradicting };
}

/** Some programs number entry 0, the head of the free list, as 1. */
function startsOneTooHigh(bytes: Buffer, at: number, first: number): boolean {
  return first === 1 && /^\d+\s+65535\s+f/.test(bytes.toString("latin1", at, at + 24));
}

type Target = { entries: XrefEntries; base: number };

/** Reads up to `count` entries and returns the position after the last; a wrong count ends at the next word. */
function readSubsection(bytes: Buffer, at: number, first: number, count: number, target: Target): number {
  let position = at;
  let number = startsOneTooHigh(bytes, at, first) ? 0 : first;
  for (let index = 0; index < count; index++) {
    const offset = integerAt(bytes, position);
    if (!offset) return position;
    const generation = integerAt(bytes, skipWhite(bytes, offset.end));
    if (!generation) throw new BrokenPdf("a bad xref entry");
    const sign = skipWhite(bytes, generation.end);
    const free = bytes[sign] === freeSign;
    if (!free && bytes[sign] !== usedSign) throw new BrokenPdf("a bad xref entry");
    setEntry(target, number, free || offset.value === 0 ? undefined : offset.value, generation.value);
    number++;
    position = skipWhite(bytes, sign + 1);
  }
  return position;
}

function setEntry({ entries, base }: Target, number: number, offset: number | undefined, generation: number) {
  if (offset === undefined) entries.set(number, { kind: "free" });
  else entries.set(number, { kind: "at", offset: base + offset, generation });
}
