import { BrokenPdf } from "./broken-pdf.ts";
import { readObject } from "./object-syntax.ts";
import { unpack } from "./stream-filters.ts";
import { asArray, asName, asNumber, type PdfDict } from "./values.ts";
import {
  findHighestNumber,
  highestNumber,
  readTrailer,
  type XrefEntries,
  type XrefSection,
} from "./xref-entries.ts";

/** A cross-reference stream (ISO 32000-2, 7.5.8); its dictionary is the trailer. */
export function readXrefStream(bytes: Buffer, at: number, base: number): XrefSection {
  const { number, value, data } = readObject(bytes, at, () => undefined);
  const read = readTrailer(value);
  const trailer = read?.trailer;
  if (!trailer || !data || asName(trailer.get("Type")) !== "XRef") {
    throw new BrokenPdf("no cross-reference section stands where one was announced");
  }
  const shape = readShape(trailer);
  // Twice the declared size leaves room for predictors and for careless programs, not for bombs.
  const limit = 4096 + shape.count * shape.width * 2;
  const plain = unpack(trailer, bytes.subarray(data.start, data.end), limit, (raw) => raw);
  if (typeof plain === "string") throw new BrokenPdf("a cross-reference stream cannot be unpacked");
  const entries = readEntries(plain, shape, base);
  return { ...read, entries, kind: "stream", highest: findHighestNumber(entries, number) };
}

/** Widths of the three fields of an entry, and the ranges of object numbers. */
type Shape = { fields: [number, number, number]; width: number; subsections: number[]; count: number };

function readShape(trailer: PdfDict): Shape {
  const [type = 0, second = 0, third = 0] = numbers(trailer, "W");
  const width = type + second + third;
  if (width < 1 || type > 2 || second > 8 || third > 8) throw new BrokenPdf("bad xref widths");
  const size = asNumber(trailer.get("Size")) ?? 0;
  const subsections = trailer.has("Index") ? numbers(trailer, "Index") : [0, size];
  const count = subsections.reduce((sum, value, index) => sum + (index % 2 === 1 ? value : 0), 0);
  if (!(count <= highestNumber + 1)) throw new BrokenPdf("too many xref entries");
  return { fields: [type, second, third], width, subsections, count };
}

function readEntries(plain: Buffer, { fields, width, subsections }: Shape, base: number): XrefEntries {
  const [typeWidth, secondWidth, thirdWidth] = fields;
  const entries: XrefEntries = new Map();
  let position = 0;
  for (let index = 0; index + 1 < subsections.length; index += 2) {
    const first = subsections[index] ?? 0;
    const end = first + (subsections[index + 1] ?? 0);
    for (let number = first; number < end && position + width <= plain.length; number++) {
      if (number > highestNumber) throw new BrokenPdf("an object number is too high");
      const type = typeWidth === 0 ? 1 : fieldAt(plain, position, typeWidth);
      const second = fieldAt(plain, position + typeWidth, secondWidth);
      const third = fieldAt(plain, position + typeWidth + secondWidth, thirdWidth);
      if (type === 0 || (type === 1 && second === 0)) entries.set(number, { kind: "free" });
      else if (type === 1) entries.set(number, { kind: "at", offset: base + second, generation: third });
      else if (type === 2) entries.set(number, { kind: "inside", stream: second, index: third });
      position += width;
    }
  }
  return entries;
}

function numbers(trailer: PdfDict, key: string): number[] {
  const values = (asArray(trailer.get(key)) ?? []).map(asNumber);
  return values.map((value) => (value !== undefined && Number.isInteger(value) && value >= 0 ? value : 0));
}

function fieldAt(plain: Buffer, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (plain[at + index] ?? 0);
  return value;
}
