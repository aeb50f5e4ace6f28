import { BrokenPdf } from "./broken-pdf.ts";
import { isWhite, sign } from "./characters.ts";
import { skipWhite } from "./lexer.ts";
import { asDict, asNumber, asReference, integerAt, type Raw, rawAt, wordAt } from "./values.ts";

/** An indirect object: its value, and where its data lies when it is a stream. */
export type PdfObject = {
  number: number;
  generation: number;
  value: Raw;
  data: { start: number; end: number } | undefined;
};

export type Header = { number: number; generation: number; end: number };

/** "12 0 obj" at `at`, after white space; undefined when something else stands there. */
export function objectHeader(bytes: Buffer, at: number): Header | undefined {
  const number = integerAt(bytes, skipWhite(bytes, at));
  const generation = number && integerAt(bytes, skipWhite(bytes, number.end));
  if (!generation) return undefined;
  const word = skipWhite(bytes, generation.end);
  if (!wordAt(bytes, word, "obj")) return undefined;
  return { number: number.value, generation: generation.value, end: word + 3 };
}

/** Looks up the number behind an indirect /Length; undefined when it cannot be known. */
export type LengthOf = (raw: Raw) => number | undefined;

/** Reads the object whose header starts at `at`. Throws BrokenPdf where none does. */
export function readObject(bytes: Buffer, at: number, lengthOf: LengthOf): PdfObject {
  const header = objectHeader(bytes, at);
  if (!header) throw new BrokenPdf("no object starts where one was announced");
  const { number, generation } = header;
  const start = skipWhite(bytes, header.end);
  if (wordAt(bytes, start, "endobj")) {
    return { number, generation, value: { bytes: nullBytes, start: 0, end: 4 }, data: undefined };
  }
  const value = rawAt(bytes, start);
  return { number, generation, value, data: streamData(value, lengthOf) };
}

const nullBytes = Buffer.from("null", "latin1");

function streamData(value: Raw, lengthOf: LengthOf): PdfObject["data"] {
  const { bytes } = value;
  if (bytes[value.start] !== sign.less) return undefined;
  const word = skipWhite(bytes, value.end);
  if (!streamWordAt(bytes, word)) return undefined;
  let start = word + 6;
  if (bytes[start] === sign.carriageReturn) start++;
  if (bytes[start] === sign.lineFeed) start++;
  const length = announcedLength(value, lengthOf);
  if (length !== undefined && endsAt(bytes, start + length)) return { start, end: start + length };
  const end = bytes.indexOf("endstream", start);
  if (end < 0) throw new BrokenPdf("a stream has no end");
  return { start, end: withoutLineEnd(bytes, start, end) };
}

const streamWordAt = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 115 && bytes[at + 1] === 116 && bytes.toString("latin1", at, at + 6) === "stream";

function announcedLength(value: Raw, lengthOf: LengthOf): number | undefined {
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
