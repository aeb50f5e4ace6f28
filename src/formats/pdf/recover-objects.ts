import { BrokenPdf } from "./broken-pdf.ts";
import type { PdfDocument } from "./document.ts";
import { skipWhite } from "./lexer.ts";
import type { ScannedFile, ScannedObject } from "./object-scan.ts";
import { exceedsUnpackedLimit, objectStreamBudget } from "./object-streams.ts";
import type { PdfObject } from "./object-syntax.ts";
import { repairValue } from "./repair-value.ts";
import { type Resolve, unpack } from "./stream-filters.ts";
import {
  asDict,
  asName,
  asNumber,
  asReference,
  integerAt,
  type PdfDict,
  type Raw,
  type Reference,
  rawAt,
} from "./values.ts";
import { highestNumber, type XrefEntries, type XrefEntry } from "./xref-entries.ts";

/** `entry` is where a reader finds it in the damaged file; undefined if its value may differ from the original. */
type RecoveredObject = PdfObject & { entry: XrefEntry | undefined };

export type RecoveredFile = {
  /** Without the streams that contain objects or cross-references. */
  objects: Map<number, RecoveredObject>;
  /** The locations of the streams that contain objects. */
  containers: XrefEntries;
  root: Reference;
  /** The newest trailer that names the root, with the entries of the newest one that names the document information. */
  trailer: PdfDict;
};

/**
 * Every object of a damaged file. If its cross-reference sections can be followed (`document`), the objects they point
 * to take precedence, as in readers that look up only what they need; anything else is found by searching the file,
 * where the last object of a number counts. Throws BrokenPdf if no document catalog is left.
 */
export function recoverObjects(bytes: Buffer, scanned: ScannedFile, document?: PdfDocument): RecoveredFile {
  const { objects, containers } = findNewest(scanned, bytes);
  if (document) believeSections(document, objects, containers);
  for (const number of objects.keys()) if (number > highestNumber) objects.delete(number);
  const trailers = document ? [...scanned.trailers, document.xref.trailer] : scanned.trailers;
  return { objects, containers, ...findRoot(trailers, objects) };
}

/** Objects that the sections mark as free are gone; unreadable ones are recovered by searching. */
function believeSections(
  document: PdfDocument,
  objects: RecoveredFile["objects"],
  containers: XrefEntries,
): void {
  for (const [number, entry] of document.xref.entries) {
    if (entry.kind === "free") {
      objects.delete(number);
      containers.delete(number);
      continue;
    }
    const object = readListed(document, number);
    if (!object) continue;
    const type = object.data && asName(asDict(object.value)?.get("Type"));
    if (type === "ObjStm") containers.set(number, entry);
    if (type === "ObjStm" || type === "XRef") objects.delete(number);
    else objects.set(number, { ...object, entry });
  }
}

function readListed(document: PdfDocument, number: number): PdfObject | undefined {
  try {
    return document.object(number);
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

/** The last object of each number in file order; a repaired one only if there is no other. */
function findNewest(scanned: ScannedFile, bytes: Buffer): Pick<RecoveredFile, "objects" | "containers"> {
  const objects: RecoveredFile["objects"] = new Map();
  const containers: XrefEntries = new Map();
  const last = new Map(scanned.objects.map((object) => [object.number, object]));
  const resolve: Resolve = (raw) => {
    const reference = asReference(raw);
    return reference ? last.get(reference.number)?.value : raw;
  };
  let budget = objectStreamBudget(bytes.length);
  for (const object of scanned.objects) {
    const { number, generation, offset, isRepaired, data } = object;
    const dict = data && asDict(object.value);
    const type = dict && asName(dict.get("Type"));
    if (type === "XRef") continue;
    const entry: XrefEntry = { kind: "at", offset, generation };
    if (dict && type === "ObjStm") {
      const packed = bytes.subarray(data.start, data.end);
      const whole = unpack(dict, packed, budget, resolve, "whole");
      const plain = whole === "unreadable" ? unpack(dict, packed, budget, resolve, "salvaged") : whole;
      if (plain === "too large") throw exceedsUnpackedLimit();
      if (plain === "unreadable") continue;
      budget -= plain.length;
      containers.set(number, entry);
      for (const inner of readInside(plain, dict, number, resolve)) {
        // Damaged data may first decode to wrong bytes before it fails.
        keepNewest(objects, plain === whole ? inner : { ...inner, entry: undefined });
      }
    } else keepNewest(objects, { ...withoutPlace(object), entry: isRepaired ? undefined : entry });
  }
  return { objects, containers };
}

const withoutPlace = ({ number, generation, value, data }: ScannedObject): PdfObject => ({
  number,
  generation,
  value,
  data,
});

function keepNewest(objects: RecoveredFile["objects"], object: RecoveredObject): void {
  if (object.entry || !objects.has(object.number)) objects.set(object.number, object);
}

/** The objects in an object stream, as far as it could be decompressed. */
function readInside(plain: Buffer, dict: PdfDict, stream: number, resolve: Resolve): RecoveredObject[] {
  const first = asNumber(resolve(dict.get("First"))) ?? 0;
  const heads: { number: number; start: number }[] = [];
  let at = skipWhite(plain, 0);
  while (at < first) {
    const number = integerAt(plain, at);
    const offset = number && integerAt(plain, skipWhite(plain, number.end));
    if (!offset) break;
    heads.push({ number: number.value, start: first + offset.value });
    at = skipWhite(plain, offset.end);
  }
  const starts = [...new Set(heads.map(({ start }) => start))].sort((a, b) => a - b);
  const nextStart = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  return heads.flatMap(({ number, start }, index) => {
    const read = readInner(plain, start, nextStart.get(start));
    if (!read) return [];
    const entry: XrefEntry | undefined = read.isRepaired ? undefined : { kind: "inside", stream, index };
    return [{ number, generation: 0, value: read.value, data: undefined, entry }];
  });
}

/** An object that reaches into the `next` one has lost its end. */
function readInner(
  plain: Buffer,
  start: number,
  next: number | undefined,
): { value: Raw; isRepaired: boolean } | undefined {
  if (start >= plain.length) return undefined;
  const whole = attemptRead(plain, start);
  if (whole && (next === undefined || whole.end <= next)) return { value: whole, isRepaired: false };
  const mended = repairValue(plain, start, next ?? plain.length, next !== undefined);
  return mended && { value: mended.value, isRepaired: true };
}

function attemptRead(plain: Buffer, start: number): Raw | undefined {
  try {
    return rawAt(plain, start);
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

/** The newest catalog that a trailer names and that leads to pages, otherwise the last object of type Catalog. */
function findRoot(
  trailers: PdfDict[],
  objects: RecoveredFile["objects"],
): Pick<RecoveredFile, "root" | "trailer"> {
  const pagesIn = (number: number): Raw | undefined => asDict(objects.get(number)?.value)?.get("Pages");
  const leadsToPages = (number: number): boolean => {
    const pages = asReference(pagesIn(number));
    return pages !== undefined && asDict(objects.get(pages.number)?.value) !== undefined;
  };
  const named = trailers.flatMap((trailer) => {
    const root = asReference(trailer.get("Root"));
    return root ? [{ root, trailer }] : [];
  });
  const catalogs = [...objects.values()].flatMap(({ number, generation, value }) =>
    asName(asDict(value)?.get("Type")) === "Catalog"
      ? [{ root: { number, generation }, trailer: new Map<string, Raw>() }]
      : [],
  );
  const candidates = [...catalogs, ...named];
  const found =
    candidates.findLast(({ root }) => leadsToPages(root.number)) ??
    candidates.findLast(({ root }) => pagesIn(root.number) !== undefined);
  if (!found) throw new BrokenPdf("no document catalog");
  const information = trailers.map((trailer) => trailer.get("Info")).findLast((raw) => asReference(raw));
  const trailer = new Map(found.trailer);
  if (information) trailer.set("Info", information);
  return { root: found.root, trailer };
}
