import { BrokenPdf } from "./broken-pdf.ts";
import { skipWhite } from "./lexer.ts";
import { asDict, integerAt, rawAt, wordAt } from "./values.ts";
import { findHighestNumber, highestNumber, type XrefEntries, type XrefSection } from "./xref-entries.ts";

const freeSign = 102;
const usedSign = 110;

/** A classic table (ISO 32000-2, 7.5.4) whose subsections start at `at`, with the trailer behind it. */
export function readXrefTable(bytes: Buffer, at: number, base: number): XrefSection {
  const entries: XrefEntries = new Map();
  let position = skipWhite(bytes, at);
  while (!wordAt(bytes, position, "trailer")) {
    const first = integerAt(bytes, position);
    const count = first && integerAt(bytes, skipWhite(bytes, first.end));
    if (!count || first.value + count.value > highestNumber + 1) throw new BrokenPdf("a bad xref subsection");
    position = readSubsection(bytes, skipWhite(bytes, count.end), first.value, count.value, {
      entries,
      base,
    });
    position = skipWhite(bytes, position);
  }
  const trailer = asDict(rawAt(bytes, position + 7));
  if (!trailer) throw new BrokenPdf("a trailer is not a dictionary");
  return { entries, trailer, kind: "table", highest: findHighestNumber(entries) };
}

type Target = { entries: XrefEntries; base: number };

/** Reads up to `count` entries and returns the position behind the last; a count that lies ends at the next word. */
function readSubsection(bytes: Buffer, at: number, first: number, count: number, target: Target): number {
  let position = at;
  let number = first;
  for (let index = 0; index < count; index++) {
    const offset = integerAt(bytes, position);
    if (!offset) return position;
    const generation = integerAt(bytes, skipWhite(bytes, offset.end));
    if (!generation) throw new BrokenPdf("a bad xref entry");
    const sign = skipWhite(bytes, generation.end);
    const free = bytes[sign] === freeSign;
    if (!free && bytes[sign] !== usedSign) throw new BrokenPdf("a bad xref entry");
    // Some makers start counting at 1 where the head of the free list, entry 0, stands.
    if (index === 0 && first === 1 && free && generation.value === 65535) number = 0;
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
