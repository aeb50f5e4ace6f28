import { BrokenPdf } from "./broken-pdf.ts";
import { isWhite, sign } from "./characters.ts";
import { skipWhite } from "./lexer.ts";
import { asDict, asNumber, asReference, integerAt, type Raw, rawAt, wordAt } from "./values.ts";

/** An indirect object: its value, and the location of its data if it is a stream. */
export type PdfObject = {
  number: number;
  generation: number;
  value: Raw;
  data: { start: number; end: number } | undefined;
};

export type Header = { number: number; generation: number; end: number };

/** Parses "12 0 obj" at `at`, after white space; undefined if there is no header. */
export function objectHeader(bytes: Buffer, at: number): Header | undefined {
  const number = integerAt(bytes, skipWhite(bytes, at));
  const generation = number && integerAt(bytes, skipWhite(bytes, number.end));
  if (!generation) return undefined;
  const word = skipWhite(bytes, generation.end);
  if (!wordAt(bytes, word, "obj")) return undefined;
  return { number: number.value, generation: generation.value, end: word + 3 };
}

/** Finds the number behind an indirect /Length; undefined if it is unknown. */
export type FindLength = (raw: Raw) => number | undefined;

/** Reads the object whose header starts at `at`. Throws BrokenPdf if there is none. */
export function readObject(bytes: Buffer, at: number, lengthOf: FindLength): PdfObject {
  const header = objectHeader(bytes, at);
  if (!header) throw new BrokenPdf("no object starts where one was announced");
  const { number, generation } = header;
  const start = skipWhite(bytes, header.end);
  if (wordAt(bytes, start, "endobj")) return { number, generation, value: nullValue, data: undefined };
  const value = rawAt(bytes, start);
  return { number, generation, value, data: findStreamData(bytes, value.end, value, lengthOf) };
}

const nullValue: Raw = { bytes: Buffer.from("null", "latin1"), start: 0, end: 4 };

/**
 * The location of the data of a stream whose dictionary ends at `at`; undefined if it is not a stream. Throws BrokenPdf
 * if the data has no end, unless there is a `fallbackEnd`.
 */
export function findStreamData(
  bytes: Buffer,
  at: number,
  dictionary: Raw,
  lengthOf: FindLength,
  fallbackEnd?: number,
): PdfObject["data"] {
  if (dictionary.bytes[dictionary.start] !== sign.less) return undefined;
  const word = skipWhite(bytes, at);
  if (!wordAt(bytes, word, "stream")) return undefined;
  const start = findDataStart(bytes, word + 6);
  const length = announcedLength(dictionary, lengthOf);
  if (length !== undefined && endsAt(bytes, start + length)) return { start, end: start + length };
  const end = searchStreamEnd(bytes, start) ?? fallbackEnd;
  if (end === undefined) throw new BrokenPdf("a stream has no end");
  return { start, end: withoutLineEnd(bytes, start, Math.max(start, end)) };
}

/** If no line break follows "stream", programs skip at least a byte, and most of them the rest of the line. */
function findDataStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start < bytes.length && bytes[start] !== sign.carriageReturn && bytes[start] !== sign.lineFeed)
    start++;
  if (bytes[start] === sign.carriageReturn) start++;
  if (bytes[start] === sign.lineFeed) start++;
  return start;
}

/**
 * False if programs disagree about the start of a stream's data. A stream that is not in `bytes` will be rewritten
 * correctly.
 */
export function hasRegularStart(bytes: Buffer, dictionary: Raw, start: number): boolean {
  if (dictionary.bytes !== bytes) return true;
  let end = start;
  if (bytes[end - 1] === sign.lineFeed) end--;
  if (bytes[end - 1] === sign.carriageReturn) end--;
  if (end === start) return false;
  while (bytes[end - 1] === sign.space || bytes[end - 1] === tab) end--;
  const word = end - "stream".length;
  return word >= Math.max(dictionary.end, start - longestStart) && wordAt(bytes, word, "stream");
}

const tab = 9;

/** Bytes examined before the data; longer white space after "stream" is irregular. */
const longestStart = 64;

/** The next "endstream", or an earlier "endobj" that is followed by what comes between objects. */
function searchStreamEnd(bytes: Buffer, start: number): number | undefined {
  const isAttachedPdf = isPdfAt(bytes, start);
  const end = isAttachedPdf ? searchAttachedEnd(bytes, start) : bytes.indexOf("endstream", start);
  if (isAttachedPdf && end >= 0) return end;
  const before = end < 0 ? bytes : bytes.subarray(0, end);
  for (let word = before.indexOf("endobj", start); word >= 0; word = before.indexOf("endobj", word + 6)) {
    const next = skipWhite(before, word + 6);
    const isEnd =
      next === bytes.length ||
      wordsBetweenObjects.some((between) => wordAt(before, next, between)) ||
      objectHeader(before, next) !== undefined;
    if (isEnd) return word;
  }
  return end < 0 ? undefined : end;
}

const wordsBetweenObjects = ["xref", "trailer", "startxref"];
/** Maximum distance of an attached PDF's header from the beginning. */
const headerWindow = 1024;

function isPdfAt(bytes: Buffer, start: number): boolean {
  const header = bytes.subarray(0, start + headerWindow).indexOf("%PDF-", start);
  return header >= 0 && !bytes.subarray(start, header).includes("endstream");
}

/**
 * An attached uncompressed PDF contains streams and objects: it ends after its last end marker. If that is missing, the
 * end of its first stream is used, since its objects must not count as the document's.
 */
function searchAttachedEnd(bytes: Buffer, start: number): number {
  for (let mark = bytes.indexOf("%%EOF", start); mark >= 0; mark = bytes.indexOf("%%EOF", mark + 5)) {
    if (endsAt(bytes, mark + 5)) return bytes.indexOf("endstream", mark);
  }
  return bytes.indexOf("endstream", start);
}

function announcedLength(value: Raw, lengthOf: FindLength): number | undefined {
  const raw = asDict(value)?.get("Length");
  if (!raw) return undefined;
  const length = asReference(raw) ? lengthOf(raw) : asNumber(raw);
  return length !== undefined && Number.isInteger(length) && length >= 0 ? length : undefined;
}

function endsAt(bytes: Buffer, at: number): boolean {
  let position = at;
  while (position < at + 4 && isWhite(bytes[position])) position++;
  return bytes[position] === 101 && bytes.toString("latin1", position, position + 9) === "endstream";
}

function withoutLineEnd(bytes: Buffer, start: number, end: number): number {
  let position = end;
  if (position > start && bytes[position - 1] === sign.lineFeed) position--;
  if (position > start && bytes[position - 1] === sign.carriageReturn) position--;
  return position;
}
