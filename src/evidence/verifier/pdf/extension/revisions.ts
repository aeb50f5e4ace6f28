import { inflateZlib } from "../../../../formats/zip/inflate.ts";
import { latin1 } from "../../../pades/byte-ranges.ts";
import { NotPlain, type PdfDictionary, type PdfValue, ValueReader } from "./values.ts";

/** An indirect object: its value, and the bytes of its stream as they are in the file. */
export type PdfObject = { generation: number; value: PdfValue; stream?: Uint8Array };

/** An incremental update (ISO 32000-2, 7.5.6) whose bytes are nothing but its objects and their cross-references. */
export type Revision = {
  start: number;
  end: number;
  objects: ReadonlyMap<number, PdfObject>;
  trailer: PdfDictionary;
  /** The offset of its cross-reference section. */
  section: number;
};

const maxObjects = 5000;
const maxStream = 16 * 1024 * 1024;
/** An archive adds one every few years. */
const maxRevisions = 32;
const maxAppended = 16 * 1024 * 1024;
const objectHead = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj/y;
const end = /startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+%%EOF(?:\r\n|\r|\n)?/y;

/**
 * The revisions from byte `start` to the end of the file. Every byte belongs to an object, a cross-reference section or
 * white space, and the sections list exactly these objects. `base` is the origin of the file's offsets. Throws
 * `NotPlain`.
 */
export function readRevisions(bytes: Uint8Array, start: number, base: number): Revision[] {
  const revisions: Revision[] = [];
  if (bytes.length - start > maxAppended) throw new NotPlain("too much");
  for (let at = start; at < bytes.length; ) {
    if (revisions.length === maxRevisions) throw new NotPlain("too many revisions");
    const revision = readRevision(bytes, at, base);
    revisions.push(revision);
    at = revision.end;
  }
  return revisions;
}

/** `offset` counts from `base`; an object in a stream has that stream's number and its index. */
type Place = { offset: number; generation: number } | { stream: number; index: number };

function readRevision(bytes: Uint8Array, start: number, base: number): Revision {
  const reader = new ValueReader(latin1(bytes.subarray(start)));
  const found = new Map<number, PdfObject & { offset: number }>();
  for (let head = reader.take(objectHead); head; head = reader.take(objectHead)) {
    const number = Number(head[1]);
    const offset = start + reader.at - head[0].length - base;
    if (found.has(number) || found.size > maxObjects) throw new NotPlain("an object twice, or too many");
    found.set(number, { offset, ...readObject(reader, bytes, start, Number(head[2])) });
  }
  const isTable = reader.take(/xref(?=[\0\t\n\f\r ])/y);
  const tableAt = start + reader.at - 4 - base;
  const table = isTable && readTable(reader);
  const last = [...found].at(-1);
  const close = reader.take(end);
  if (!close || !last) throw new NotPlain("no end of a revision");
  const section = Number(close[1]);
  const { entries, trailer } = table ?? readSection(last[1]);
  if (section !== (table ? tableAt : last[1].offset)) throw new NotPlain("another cross-reference section");
  const objects = new Map<number, PdfObject>(found);
  if (!table) objects.delete(last[0]);
  for (const [number, { value, stream }] of found) {
    if (!isObjectStream(value)) continue;
    objects.delete(number);
    for (const { number: packed, index, object } of unpack(value.entries, stream)) {
      if (objects.has(packed) || found.has(packed)) throw new NotPlain("an object twice");
      objects.set(packed, object);
      expectPlace(entries, packed, { stream: number, index });
    }
  }
  for (const [number, { offset, generation }] of found) {
    const isOptional = !table && number === last[0] && !entries.has(number);
    if (!isOptional) expectPlace(entries, number, { offset, generation });
  }
  const isMissing = (number: number) => !objects.has(number) && !found.has(number);
  if ([...entries.keys()].some(isMissing)) throw new NotPlain("a missing object");
  return { start, end: start + reader.at, objects, trailer, section };
}

function expectPlace(entries: ReadonlyMap<number, Place>, number: number, place: Place): void {
  if (JSON.stringify(entries.get(number)) !== JSON.stringify(place)) throw new NotPlain("a false reference");
}

/**
 * The object after its head; `start` is the position of the reader's text in the file. `resolve` returns the value of a
 * length that is another object.
 */
function readObject(
  reader: ValueReader,
  bytes: Uint8Array,
  start: number,
  generation: number,
  resolve?: (number: number) => PdfValue | undefined,
): PdfObject {
  const value = reader.read();
  if (!reader.take(/stream(?:\r\n|\n)/y)) {
    if (!reader.take(/endobj(?=[\0\t\n\f\r ]|$)/y)) throw new NotPlain("no end of an object");
    return { generation, value };
  }
  const stated = value.kind === "dictionary" ? value.entries.get("Length") : undefined;
  const length = stated?.kind === "reference" ? resolve?.(stated.number) : stated;
  if (length?.kind !== "number" || !Number.isInteger(length.value) || length.value < 0)
    throw new NotPlain("a stream without a length");
  const from = start + reader.at;
  reader.at += length.value;
  if (!reader.match(/(?:\r\n|\r|\n)?endstream[\0\t\n\f\r ]+endobj(?=[\0\t\n\f\r ]|$)/y))
    throw new NotPlain("a stream with another length");
  return { generation, value, stream: bytes.subarray(from, from + length.value) };
}

const subsection = /(\d{1,10}) (\d{1,7})[ \r\n]+/y;

/** A cross-reference table (ISO 32000-2, 7.5.4). In an extension, only object 0 may be free. */
function readTable(
  reader: ValueReader,
  isExtension = true,
): { entries: Map<number, Place>; trailer: PdfDictionary } {
  const entries = new Map<number, Place>();
  for (let head = reader.take(subsection); head; head = reader.take(subsection)) {
    for (let at = 0; at < Number(head[2]); at++) {
      const [row, offset, generation, type] = reader.match(/(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y) ?? [];
      const number = Number(head[1]) + at;
      if (row === undefined || (type === "f" && isExtension && number !== 0) || entries.has(number))
        throw new NotPlain("a row of a table");
      if (type === "n") entries.set(number, { offset: Number(offset), generation: Number(generation) });
    }
  }
  if (!reader.take(/trailer(?=[\0\t\n\f\r <])/y)) throw new NotPlain("no trailer");
  const trailer = reader.read();
  if (trailer.kind !== "dictionary") throw new NotPlain("no trailer");
  return { entries, trailer: trailer.entries };
}

/** A cross-reference stream (ISO 32000-2, 7.5.8). */
function readSection(
  { value, stream }: PdfObject,
  isExtension = true,
): { entries: Map<number, Place>; trailer: PdfDictionary } {
  if (value.kind !== "dictionary" || !stream || !isNamed(value.entries.get("Type"), "XRef"))
    throw new NotPlain("no cross-reference section");
  const { entries: dictionary } = value;
  const data = unfilter(dictionary, stream);
  const widths = integers(dictionary.get("W"));
  const [typeWidth = 0, firstWidth = 0, secondWidth = 0] = widths;
  const size = integers({ kind: "array", items: [dictionary.get("Size") ?? { kind: "null" }] });
  const index = dictionary.has("Index") ? integers(dictionary.get("Index")) : [0, ...size];
  const width = typeWidth + firstWidth + secondWidth;
  if (widths.length !== 3 || width === 0 || width > 24) throw new NotPlain("the widths of a stream");
  const entries = new Map<number, Place>();
  let row = 0;
  const field = (at: number, length: number) =>
    data.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
  for (let part = 0; part + 1 < index.length; part += 2) {
    const [first = 0, count = 0] = index.slice(part, part + 2);
    for (let number = first; number < first + count && row < data.length; number++, row += width) {
      const type = typeWidth === 0 ? 1 : field(row, typeWidth);
      const [one, two] = [
        field(row + typeWidth, firstWidth),
        field(row + typeWidth + firstWidth, secondWidth),
      ];
      if (type === 1) entries.set(number, { offset: one, generation: two });
      else if (type === 2) entries.set(number, { stream: one, index: two });
      else if (isExtension && number !== 0) throw new NotPlain("a free object");
    }
  }
  if (row !== data.length) throw new NotPlain("more or fewer rows than said");
  return { entries, trailer: dictionary };
}

function integers(value: PdfValue | undefined): number[] {
  if (value?.kind !== "array") throw new NotPlain("no list of numbers");
  return value.items.map((item) => {
    if (item.kind !== "number" || !Number.isSafeInteger(item.value) || item.value < 0)
      throw new NotPlain("a number");
    return item.value;
  });
}

export const isNamed = (value: PdfValue | undefined, name: string) =>
  value?.kind === "name" && value.value === name;

const isObjectStream = (value: PdfValue): value is Extract<PdfValue, { kind: "dictionary" }> =>
  value.kind === "dictionary" && isNamed(value.entries.get("Type"), "ObjStm");

/** The objects in an object stream (ISO 32000-2, 7.5.7), with number and index. */
function unpack(
  entries: PdfDictionary,
  stream: Uint8Array | undefined,
): { number: number; index: number; object: PdfObject }[] {
  if (entries.has("Extends") || !stream) throw new NotPlain("an object stream that extends another");
  const text = latin1(unfilter(entries, stream));
  const [count, first] = ["N", "First"].map((key) => {
    const value = entries.get(key);
    return value?.kind === "number" ? value.value : Number.NaN;
  });
  const head = text
    .slice(0, first)
    .trim()
    .split(/[\0\t\n\f\r ]+/)
    .map(Number);
  if (count === undefined || first === undefined || head.length !== 2 * count || count > maxObjects)
    throw new NotPlain("an object stream");
  return Array.from({ length: count }, (_, at) => {
    const reader = new ValueReader(text, { at: first + (head[2 * at + 1] ?? 0) });
    return { number: head[2 * at] ?? 0, index: at, object: { generation: 0, value: reader.read() } };
  });
}

/** The data of a stream: plain, or deflated, with PNG's predictors if it has columns (ISO 32000-2, 7.4.4). */
export function unfilter(entries: PdfDictionary, stream: Uint8Array): Uint8Array {
  const filter = entries.get("Filter");
  if (filter === undefined) return stream;
  const [only, ...more] = filter.kind === "array" ? filter.items : [filter];
  const data = isNamed(only, "FlateDecode") && more.length === 0 ? inflateZlib(stream, maxStream) : undefined;
  if (!data) throw new NotPlain("another filter");
  const parameters = entries.get("DecodeParms");
  if (parameters === undefined) return data;
  const numberOf = (key: string) => {
    const value = parameters.kind === "dictionary" ? parameters.entries.get(key) : undefined;
    return value?.kind === "number" ? value.value : undefined;
  };
  const [predictor = 1, columns = 1] = [numberOf("Predictor"), numberOf("Columns")];
  if (predictor === 1) return data;
  if (predictor < 10 || (numberOf("Colors") ?? 1) !== 1 || (numberOf("BitsPerComponent") ?? 8) !== 8)
    throw new NotPlain("another predictor");
  return unpredict(data, columns);
}

/** PNG's filters None, Sub and Up, which are the only ones in cross-reference streams. */
function unpredict(data: Uint8Array, columns: number): Uint8Array {
  const rows = data.length / (columns + 1);
  if (!Number.isInteger(rows)) throw new NotPlain("a row that is cut off");
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const type = data[row * (columns + 1)] ?? 0;
    if (type > 2) throw new NotPlain("another predictor");
    for (let at = 0; at < columns; at++) {
      const place = row * columns + at;
      const left = type === 1 && at > 0 ? (plain[place - 1] ?? 0) : 0;
      const above = type === 2 && row > 0 ? (plain[place - columns] ?? 0) : 0;
      plain[place] = (data[row * (columns + 1) + 1 + at] ?? 0) + left + above;
    }
  }
  return plain;
}

/** Looks up objects of a file in the revisions that end with the section at `section`, in any form. */
export type OldObjects = { bytes: Uint8Array; base: number; section: number };

const longestText = 2 * 1024 * 1024;
/** Most objects are short; decoding a long text for each of many would take seconds. */
const shortText = 16 * 1024;
const deepestLookup = 3;

/**
 * The object with this number; undefined if there is none. Throws `NotPlain` for files whose sections are not read
 * here.
 */
export function findObject(old: OldObjects, number: number, depth = 0): PdfObject | undefined {
  if (depth > deepestLookup) throw new NotPlain("objects within objects");
  const seen = new Set<number>();
  for (let at: number | undefined = old.section; at !== undefined; ) {
    if (seen.has(at)) throw new NotPlain("sections in a circle");
    seen.add(at);
    const { entries, trailer } = readSectionAt(old, at, depth);
    const place = entries.get(number);
    if (place) return objectAt(old, place, number, depth);
    if (trailer.has("XRefStm")) throw new NotPlain("a hybrid file");
    const previous: PdfValue | undefined = trailer.get("Prev");
    at = previous?.kind === "number" ? previous.value : undefined;
  }
  return undefined;
}

function readSectionAt(old: OldObjects, offset: number, depth: number) {
  const at = old.base + offset;
  const reader = new ValueReader(latin1(old.bytes.subarray(at, at + longestText)), { comments: true });
  if (reader.take(/xref(?=[\0\t\n\f\r ])/y)) return readTable(reader, false);
  return readSection(objectFrom(old, at, depth), false);
}

function objectFrom(old: OldObjects, at: number, depth: number, number?: number): PdfObject {
  for (const length of [shortText, longestText]) {
    try {
      return objectIn(old, at, length, depth, number);
    } catch (error) {
      const isCutOff = error instanceof NotPlain && length === shortText && at + length < old.bytes.length;
      if (!isCutOff) throw error;
    }
  }
  throw new NotPlain("no object");
}

function objectIn(old: OldObjects, at: number, length: number, depth: number, number?: number): PdfObject {
  const { bytes } = old;
  const reader = new ValueReader(latin1(bytes.subarray(at, at + length)), { comments: true });
  const head = reader.take(objectHead);
  if (!head || (number !== undefined && Number(head[1]) !== number)) throw new NotPlain("no object");
  return readObject(reader, bytes, at, Number(head[2]), (one) => findObject(old, one, depth + 1)?.value);
}

function objectAt(old: OldObjects, place: Place, number: number, depth: number): PdfObject {
  if ("offset" in place) return objectFrom(old, old.base + place.offset, depth, number);
  const holder = findObject(old, place.stream, depth + 1);
  if (!holder || !isObjectStream(holder.value)) throw new NotPlain("no object stream");
  const found = unpack(holder.value.entries, holder.stream).find((one) => one.number === number);
  if (!found) throw new NotPlain("an object that is not where it should be");
  return found.object;
}

const maxScanned = 20_000;

/**
 * True if an object other than `except` refers to this number, in any of the revisions. Throws `NotPlain` if one of the
 * objects can't be read, or if there are too many.
 */
export function isReferredTo(old: OldObjects, number: number, except: number): boolean {
  const holders = new Set<number>();
  const seen = new Set<number>();
  let scanned = 0;
  for (let at: number | undefined = old.section; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const { entries, trailer } = readSectionAt(old, at, 0);
    for (const [key, place] of entries) {
      if (++scanned > maxScanned) throw new NotPlain("too many objects");
      if ("stream" in place) holders.add(place.stream);
      else if (key !== except && refersTo(objectFrom(old, old.base + place.offset, 0).value, number))
        return true;
    }
    if (trailer.has("XRefStm")) throw new NotPlain("a hybrid file");
    const previous: PdfValue | undefined = trailer.get("Prev");
    at = previous?.kind === "number" ? previous.value : undefined;
  }
  return [...holders].some((holder) => {
    const found = findObject(old, holder, 1);
    const objects = found && isObjectStream(found.value) ? unpack(found.value.entries, found.stream) : [];
    return objects.some((one) => one.number !== except && refersTo(one.object.value, number));
  });
}

function refersTo(value: PdfValue, number: number): boolean {
  switch (value.kind) {
    case "reference":
      return value.number === number;
    case "array":
      return value.items.some((item) => refersTo(item, number));
    case "dictionary":
      return [...value.entries.values()].some((item) => refersTo(item, number));
    default:
      return false;
  }
}
