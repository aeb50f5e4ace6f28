import { inflateZlib } from "../../../formats/zip/inflate.ts";
import { latin1 } from "../../pades/byte-ranges.ts";

/** The location of an object: an offset, or an object stream. */
type ObjectPlace = { offset: number } | { stream: number; index: number };

/** A cross-reference section as sealing writes it, with its trailer in parts. */
export type OwnUpdate = {
  objects: Map<number, ObjectPlace>;
  /** The trailer's entries except Size, Prev and ID. */
  entries: string;
  size: number;
  previous: number;
};

const longestSection = 64 * 1024;
const maxObjects = 1000;
const maxUnpacked = 1024 * 1024;

/** Maximum distance of the header from the first byte. */
const headerWithin = 1024;

/** Possible origins of the offsets in a file: its first byte, or its header. */
export function offsetBases(bytes: Uint8Array): number[] {
  const header = latin1(bytes.subarray(0, headerWithin)).indexOf("%PDF-");
  return header > 0 ? [0, header] : [0];
}

/**
 * The cross-reference section that ends the first `end` bytes, and its position, if it has exactly the form of our
 * updates, as a table or as a stream; undefined for any other. `base` is the origin of the file's offsets.
 */
export function readLastUpdate(
  bytes: Uint8Array,
  end: number,
  base: number,
): (OwnUpdate & { start: number }) | undefined {
  const pointer = /startxref\n(\d{1,10})\n%%EOF\n$/.exec(latin1(bytes.subarray(Math.max(0, end - 64), end)));
  const start = Number(pointer?.[1] ?? Number.NaN);
  const sectionEnd = end - (pointer?.[0].length ?? 0);
  const length = sectionEnd - (base + start);
  if (!(length > 0 && length <= longestSection)) return undefined;
  const section = bytes.subarray(base + start, sectionEnd);
  const update = section[0] === 0x78 ? readTable(latin1(section)) : readStream(section);
  return update && { ...update, start };
}

const trailerForm = /^(.*)\/Size (\d{1,10}) \/Prev (\d{1,10}) \/ID \[<[0-9a-f]*> <[0-9a-f]*>\]$/s;

function readTable(text: string): OwnUpdate | undefined {
  const form = /^xref\n((?:\d{1,10} \d{1,4}\n(?:\d{10} \d{5} n \n)+)+)trailer\n<< (.*) >>\n$/s;
  const [, rows = "", trailer = ""] = form.exec(text) ?? [];
  const objects = new Map<number, ObjectPlace>();
  let number = 0;
  for (const line of rows.split("\n").slice(0, -1)) {
    const entry = /^(\d{10}) \d{5} n $/.exec(line);
    if (entry) objects.set(number++, { offset: Number(entry[1]) });
    else number = Number(line.split(" ")[0]);
  }
  return withTrailer(trailer, objects);
}

const streamForm =
  /^\d{1,10} 0 obj\n<< \/Type \/XRef \/W \[1 4 2\] \/Index \[([\d ]{3,4096})\] (.*?) \/Filter \/FlateDecode \/Length (\d{1,6}) >>\nstream\n/s;
const streamEnd = "\nendstream\nendobj\n";

function readStream(section: Uint8Array): OwnUpdate | undefined {
  const text = latin1(section);
  const [head, index = "", trailer = "", length = ""] = streamForm.exec(text) ?? [];
  if (head === undefined || text.slice(head.length + Number(length)) !== streamEnd) return undefined;
  const numbers = readNumbers(index.split(" ").map(Number));
  const rows = inflateZlib(section.subarray(head.length, -streamEnd.length), maxObjects * 7);
  if (rows?.length !== numbers.length * 7) return undefined;
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  const objects = new Map<number, ObjectPlace>();
  for (const [row, number] of numbers.entries()) {
    const [type, first] = [view.getUint8(row * 7), view.getUint32(row * 7 + 1)];
    if (type === 0) return undefined;
    objects.set(
      number,
      type === 1 ? { offset: first } : { stream: first, index: view.getUint16(row * 7 + 5) },
    );
  }
  return withTrailer(trailer, objects);
}

function readNumbers(index: number[]): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 1 < index.length; at += 2) {
    const [first = 0, count = 0] = index.slice(at, at + 2);
    for (let next = 0; next < count && numbers.length < maxObjects; next++) numbers.push(first + next);
  }
  return numbers;
}

function withTrailer(trailer: string, objects: OwnUpdate["objects"]): OwnUpdate | undefined {
  const match = trailerForm.exec(trailer);
  if (!match) return undefined;
  return { objects, entries: match[1] ?? "", size: Number(match[2]), previous: Number(match[3]) };
}

const packForm =
  /^(\d{1,10}) 0 obj\n<< \/Type \/ObjStm \/N (\d{1,4}) \/First (\d{1,6}) \/Filter \/FlateDecode \/Length (\d{1,7}) >>\nstream\n/;

/** An object stream as sealing writes it: its number, its objects' numbers and texts, and its end. */
export function readPack(bytes: Uint8Array, at: number) {
  const [head, number, count, first, length] = packForm.exec(latin1(bytes.subarray(at, at + 200))) ?? [];
  if (head === undefined) return undefined;
  const start = at + head.length;
  const end = start + Number(length) + streamEnd.length;
  const unpacked = inflateZlib(bytes.subarray(start, start + Number(length)), maxUnpacked);
  const isClosed = latin1(bytes.subarray(start + Number(length), end)) === streamEnd;
  if (!unpacked || !isClosed) return undefined;
  const text = latin1(unpacked);
  const index = text.slice(0, Number(first));
  if (!/^(?:\d{1,10} \d{1,7} )+$/.test(index)) return undefined;
  const pairs = index.trim().split(" ").map(Number);
  const starts = pairs.filter((_, place) => place % 2 === 1);
  const texts = starts.map((offset, place) =>
    text.slice(Number(first) + offset, Number(first) + (starts[place + 1] ?? text.length)),
  );
  const numbers = pairs.filter((_, place) => place % 2 === 0);
  const isWhole = numbers.length === Number(count) && texts.length === Number(count);
  return isWhole ? { number: Number(number), numbers, texts, end } : undefined;
}
