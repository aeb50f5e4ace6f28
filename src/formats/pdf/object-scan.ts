import { BrokenPdf } from "./broken-pdf.ts";
import { isDigit, isWhite } from "./characters.ts";
import { skipWhite } from "./lexer.ts";
import {
  type FindLength,
  findStreamData,
  type Header,
  objectHeader,
  type PdfObject,
  readObject,
} from "./object-syntax.ts";
import { repairValue } from "./repair-value.ts";
import { asDict, asName, asReference, integerAt, type PdfDict, rawAt, wordAt } from "./values.ts";

/** `isRepaired` means that its value differs from the file, because it is truncated or unreadable there. */
export type ScannedObject = PdfObject & { offset: number; isRepaired: boolean };

/** What can be found in a file without its cross-reference table. */
export type ScannedFile = {
  /** In file order; the last one of each number counts. */
  objects: ScannedObject[];
  /** Every dictionary after "trailer" outside of objects, and of every cross-reference stream. */
  trailers: PdfDict[];
};

/** Limits the work on objects that never end to this many passes over the file. */
const maxPasses = 16;
/** Of several objects with the same number, at most this many are tried as the length of a stream. */
const maxTriedLengths = 8;

type FoundHeader = Header & { start: number };

/** Finds objects by their headers from the first byte to the last; stream data is skipped. */
export function scanObjects(bytes: Buffer): ScannedFile {
  const headers = findHeaders(bytes);
  const reader = new DamagedReader(bytes, headers);
  const scanned: ScannedFile = { objects: [], trailers: [] };
  let at = 0;
  headers.forEach((header, index) => {
    if (header.start < at) return;
    scanned.trailers.push(...findTrailers(bytes, at, header.start));
    at = header.end;
    const found = reader.read(header, headers[index + 1]?.start ?? bytes.length);
    if (!found) return;
    const { object, end } = found;
    scanned.objects.push(object);
    at = Math.max(at, end);
    const dict = object.data && asDict(object.value);
    if (dict && asName(dict.get("Type")) === "XRef") scanned.trailers.push(dict);
  });
  scanned.trailers.push(...findTrailers(bytes, at, bytes.length));
  return scanned;
}

type Found = { object: ScannedObject; end: number };

class DamagedReader {
  readonly #bytes: Buffer;
  readonly #headersByNumber: Map<number, FoundHeader[]>;
  #work: number;

  constructor(bytes: Buffer, headers: FoundHeader[]) {
    this.#bytes = bytes;
    this.#headersByNumber = Map.groupBy(headers, ({ number }) => number);
    this.#work = bytes.length * maxPasses;
  }

  /** `next` is the position of the next header, or the end of the file. */
  read(header: FoundHeader, next: number): Found | undefined {
    const bytes = this.#bytes;
    const alone = this.#attempt(() => rawAt(bytes.subarray(0, next), header.end));
    if (alone || this.#work > 0) {
      const whole = this.#readWhole(header, this.#work > 0 ? bytes.length : next, alone !== undefined);
      if (whole) return whole;
      this.#work -= bytes.length - header.start;
    }
    return this.#readMended(header, next);
  }

  /**
   * An apparent next header may be inside a string or a stream of this object. An "endobj" inside its value means that
   * the value lost its end.
   */
  #readWhole(header: FoundHeader, limit: number, isAlone: boolean): Found | undefined {
    const part = this.#bytes.subarray(0, limit);
    const object = this.#attempt(() => readObject(part, header.start, this.#lengthOf));
    if (!object) return undefined;
    const { value, data } = object;
    if (!isAlone && value.bytes.subarray(value.start, value.end).includes("endobj")) return undefined;
    const end = Math.max(header.end, data?.end ?? value.end);
    return { object: { ...object, offset: header.start, isRepaired: false }, end };
  }

  #readMended(header: FoundHeader, next: number): Found | undefined {
    const { number, generation, start: offset } = header;
    const part = this.#work > 0 ? this.#bytes : this.#bytes.subarray(0, next);
    const mended = repairValue(part, header.end, next, next < this.#bytes.length);
    if (!mended) return undefined;
    const { value, end } = mended;
    const data = findStreamData(part, end, value, this.#lengthOf, next);
    return { object: { number, generation, value, data, offset, isRepaired: true }, end: data?.end ?? end };
  }

  /** The number in the last object with this object number that contains one. */
  readonly #lengthOf: FindLength = (raw) => {
    const number = asReference(raw)?.number;
    const headers = number === undefined ? undefined : this.#headersByNumber.get(number);
    for (const { end } of headers?.slice(-maxTriedLengths).toReversed() ?? []) {
      const length = integerAt(this.#bytes, skipWhite(this.#bytes, end));
      if (length && wordAt(this.#bytes, skipWhite(this.#bytes, length.end), "endobj")) return length.value;
    }
    return undefined;
  };

  #attempt<Result>(read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (error instanceof BrokenPdf) return undefined;
      throw error;
    }
  }
}

function findHeaders(bytes: Buffer): FoundHeader[] {
  const headers: FoundHeader[] = [];
  for (let word = bytes.indexOf("obj"); word >= 0; word = bytes.indexOf("obj", word + 3)) {
    const start = findHeaderStart(bytes, word);
    const header = start === undefined ? undefined : objectHeader(bytes, start);
    if (start !== undefined && header?.end === word + 3) headers.push({ ...header, start });
  }
  return headers;
}

/** The start of "12 0 " before "obj". */
function findHeaderStart(bytes: Buffer, word: number): number | undefined {
  let position = word;
  for (let numbers = 0; numbers < 2; numbers++) {
    let gap = position;
    while (gap > 0 && isWhite(bytes[gap - 1])) gap--;
    if (gap === position && numbers > 0) return undefined;
    position = gap;
    while (position > 0 && isDigit(bytes[position - 1])) position--;
    if (position === gap) return undefined;
  }
  return position;
}

function findTrailers(bytes: Buffer, start: number, end: number): PdfDict[] {
  const trailers: PdfDict[] = [];
  const part = bytes.subarray(0, end);
  let at = start;
  for (let word = part.indexOf("trailer", at); word >= 0; word = part.indexOf("trailer", at)) {
    at = word + 7;
    const dict = readTrailer(bytes, at, end);
    if (dict) trailers.push(dict);
  }
  return trailers;
}

function readTrailer(bytes: Buffer, at: number, end: number): PdfDict | undefined {
  try {
    return asDict(rawAt(bytes.subarray(0, end), at));
  } catch (error) {
    if (error instanceof BrokenPdf) return asDict(repairValue(bytes, at, end, true)?.value);
    throw error;
  }
}
