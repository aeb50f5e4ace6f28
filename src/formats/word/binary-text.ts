import type { Range } from "./find-binary-changes.ts";
import { listCharacters } from "./used-text.ts";

/** In characters; those of what is printed in a book are fewer. */
const maxText = 30_000_000;
const pieceKind = 2;
const isOneByte = 0x40000000;
/** Marks around the code of a field, which is not shown. */
const marks = { begin: "\u0013", separator: "\u0014", end: "\u0015" } as const;
const fieldMark = new RegExp(`([${Object.values(marks).join("")}])`);
const latin = new TextDecoder("windows-1252");

/**
 * The characters beyond ASCII that a DOC shows. `table` says where the pieces of its text are (Clx, [MS-DOC] 2.9.38) in
 * the stream that `readText` reads; `comments` are the places of comments in the text, which are not printed, and
 * `unseen` those of deleted and hidden text in the stream, in order.
 */
export async function listBinaryCharacters(
  table: Buffer,
  comments: Range,
  unseen: Range[],
  readText: (at: number, length: number) => Promise<Buffer>,
): Promise<string[]> {
  const characters = new Set<string>();
  /** For each open field, whether its code is being read. */
  const fields: boolean[] = [];
  for (const { first, last, at, width } of listPieces(table, comments)) {
    const bytes = Buffer.from(await readText(at, (last - first) * width));
    for (const { from, to } of unseen)
      if (from < at + bytes.length && to > at)
        bytes.fill(0, Math.max(0, from - at), Math.min(bytes.length, to - at));
    const text = width === 1 ? latin.decode(bytes) : bytes.toString("utf16le");
    for (const part of text.split(fieldMark)) {
      if (part === marks.begin) fields.push(true);
      else if (part === marks.separator) fields.splice(-1, 1, false);
      else if (part === marks.end) fields.pop();
      else if (!fields.includes(true))
        for (const character of listCharacters(part)) characters.add(character);
    }
  }
  return listCharacters([...characters].join(""));
}

type Piece = { first: number; last: number; at: number; width: 1 | 2 };

function listPieces(table: Buffer, comments: Range): Piece[] {
  let at = 0;
  while (at + 5 <= table.length && table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (at + 5 > table.length || table[at] !== pieceKind) return [];
  const places = table.subarray(at + 5, at + 5 + table.readUInt32LE(at + 1));
  const count = Math.max(0, Math.floor((places.length - 4) / 12));
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = places.readUInt32LE(index * 4);
    const end = Math.min(places.readUInt32LE(index * 4 + 4), maxText);
    const place = places.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const width = (place & isOneByte) === 0 ? 2 : 1;
    const offset = (place & 0x3fffffff) / (3 - width);
    const parts = [
      [start, Math.min(end, comments.from)],
      [Math.max(start, comments.to), end],
    ];
    for (const [first = 0, last = 0] of parts)
      if (first < last) pieces.push({ first, last, at: offset + (first - start) * width, width });
  }
  return pieces;
}
