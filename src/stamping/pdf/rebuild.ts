import { BrokenPdf } from "./broken-pdf.ts";
import { ByteWriter } from "./byte-writer.ts";
import { skipWhite } from "./lexer.ts";
import { scanObjects } from "./object-scan.ts";
import { objectStreamBudget, unpacksToTooMuch } from "./object-streams.ts";
import type { PdfObject } from "./object-syntax.ts";
import { unpack } from "./stream-filters.ts";
import { asDict, asName, asNumber, asReference, integerAt, type PdfDict, rawAt } from "./values.ts";
import { writeEntries } from "./write-entries.ts";
import { highestNumber } from "./xref-entries.ts";
import { type WrittenObject, writeTableSection } from "./xref-writer.ts";

/**
 * Writes a sound file from whatever objects a damaged one still holds; each object's own bytes are kept.
 * Throws BrokenPdf when no document catalog is among them.
 */
export function rebuild(damaged: Buffer): Buffer {
  const { objects: found, trailers } = scanObjects(damaged);
  const objects = newestOf(found, damaged);
  const root = catalogOf(trailers, objects);
  const out = new ByteWriter(damaged.length + 64 * 1024);
  out.text("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  const written = [...objects.values()]
    .filter(({ number }) => number <= highestNumber)
    .sort((a, b) => a.number - b.number)
    .map((object) => {
      if (out.length > objectStreamBudget(damaged.length)) throw unpacksToTooMuch();
      return writeObject(out, object, damaged);
    });
  const start = out.length;
  writeTableSection(out, written, () => {
    const information = trailers.map((trailer) => trailer.get("Info")).findLast((raw) => asReference(raw));
    out.text(`/Size ${(written.at(-1)?.number ?? 0) + 1} /Root ${root.number} ${root.generation} R`);
    if (information) out.text(" /Info ").raw(information);
  });
  out.text(`startxref\n${start}\n%%EOF\n`);
  return out.written();
}

function newestOf(found: PdfObject[], damaged: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  let budget = objectStreamBudget(damaged.length);
  for (const object of found) {
    const dict = object.data && asDict(object.value);
    const type = dict && asName(dict.get("Type"));
    if (type === "XRef") continue;
    if (!dict || type !== "ObjStm") {
      objects.set(object.number, object);
      continue;
    }
    const data = damaged.subarray(object.data?.start, object.data?.end);
    const plain = unpack(dict, data, budget, (raw) => raw);
    if (plain === "too large") throw unpacksToTooMuch();
    if (plain === "unreadable") continue;
    budget -= plain.length;
    for (const inner of objectsInside(plain, dict)) objects.set(inner.number, inner);
  }
  return objects;
}

function objectsInside(plain: Buffer, dict: PdfDict): PdfObject[] {
  const first = asNumber(dict.get("First")) ?? 0;
  const objects: PdfObject[] = [];
  let at = skipWhite(plain, 0);
  while (at < first) {
    const number = integerAt(plain, at);
    const offset = number && integerAt(plain, skipWhite(plain, number.end));
    if (!offset || first + offset.value >= plain.length) break;
    const value = rawAt(plain, first + offset.value);
    objects.push({ number: number.value, generation: 0, value, data: undefined });
    at = skipWhite(plain, offset.end);
  }
  return objects;
}

type Root = { number: number; generation: number };

/** The newest catalog that a trailer names, else the last that calls itself one. */
function catalogOf(trailers: PdfDict[], objects: Map<number, PdfObject>): Root {
  const named = trailers.map((trailer) => asReference(trailer.get("Root")));
  const roots = named.filter((root) => root && asDict(objects.get(root.number)?.value)?.has("Pages"));
  const catalogs = [...objects.values()].filter(({ value }) => {
    const dict = asDict(value);
    return dict && asName(dict.get("Type")) === "Catalog" && dict.has("Pages");
  });
  const root = roots.at(-1) ?? catalogs.at(-1);
  if (!root) throw new BrokenPdf("no document catalog");
  return root;
}

function writeObject(out: ByteWriter, object: PdfObject, damaged: Buffer): WrittenObject {
  const { number, generation, value, data } = object;
  const offset = out.length;
  out.text(`${number} ${generation} obj\n`);
  if (!data) out.raw(value);
  else {
    out.text("<< ");
    writeEntries(out, asDict(value), (key) => key === "Length");
    out.text(`/Length ${data.end - data.start} >>\nstream\n`);
    out.raw({ bytes: damaged, ...data }).text("\nendstream");
  }
  out.text("\nendobj\n");
  return { number, generation, offset };
}
