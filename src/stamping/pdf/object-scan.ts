import { BrokenPdf } from "./broken-pdf.ts";
import { isDigit, isWhite } from "./characters.ts";
import { objectHeader, type PdfObject, readObject } from "./object-syntax.ts";
import { asDict, asName, type PdfDict, rawAt } from "./values.ts";

/** What can be found in a file without its cross-reference table. */
export type ScannedFile = {
  /** In the order of the file; of several with one number the last counts. */
  objects: PdfObject[];
  /** Every dictionary that stands behind "trailer" or heads a cross-reference stream. */
  trailers: PdfDict[];
};

/** Objects that begin and never end may cost this many passes over the file together. */
const mostWork = 32;

/** Finds objects by their headers, from the first byte to the last; data inside streams is stepped over. */
export function scanObjects(bytes: Buffer): ScannedFile {
  const scanned: ScannedFile = { objects: [], trailers: trailersIn(bytes) };
  let work = bytes.length * mostWork;
  let at = 0;
  for (let word = bytes.indexOf("obj"); word >= 0; word = bytes.indexOf("obj", at)) {
    at = word + 3;
    const start = headerStart(bytes, word);
    if (start === undefined || !objectHeader(bytes, start)) continue;
    const object = readIfWhole(bytes, start);
    if (!object) {
      work -= bytes.length - start;
      if (work < 0) throw new BrokenPdf("too many objects without an end");
      continue;
    }
    scanned.objects.push(object);
    if (object.value.bytes === bytes) at = Math.max(at, object.data?.end ?? object.value.end);
    const dict = object.data && asDict(object.value);
    if (dict && asName(dict.get("Type")) === "XRef") scanned.trailers.push(dict);
  }
  return scanned;
}

function readIfWhole(bytes: Buffer, at: number): PdfObject | undefined {
  try {
    return readObject(bytes, at, () => undefined);
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

/** Where "12 0 " in front of "obj" begins. */
function headerStart(bytes: Buffer, word: number): number | undefined {
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

function trailersIn(bytes: Buffer): PdfDict[] {
  const trailers: PdfDict[] = [];
  let at = 0;
  for (let word = bytes.indexOf("trailer"); word >= 0; word = bytes.indexOf("trailer", at)) {
    at = word + 7;
    const dict = dictIfWhole(bytes, at);
    if (dict) trailers.push(dict);
  }
  return trailers;
}

function dictIfWhole(bytes: Buffer, at: number): PdfDict | undefined {
  try {
    return asDict(rawAt(bytes, at));
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}
