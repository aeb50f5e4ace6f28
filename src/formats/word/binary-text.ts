import type { Range } from "./find-binary-changes.ts";
import { listCharacters } from "./used-text.ts";

/** In characters; those of what is printed in a book are fewer. */
const maxText = 10_000_000;
const chunkBytes = 128 * 1024;
/** Programs write far fewer pieces, and authors delete far fewer. */
const most = { pieces: 10_000, unseen: 10_000 };
const pieceKind = 2;
const isOneByte = 0x40000000;
/** Marks around the code of a field, which is not shown. */
const marks = { begin: "\u0013", separator: "\u0014", end: "\u0015" } as const;
const fieldMark = new RegExp(`([${Object.values(marks).join("")}])`);
const latin = new TextDecoder("windows-1252");

/**
 * The characters beyond ASCII that a DOC shows. `table` says where the pieces of its text are (Clx, [MS-DOC] 2.9.38) in
 * the stream that `readText` reads; `comments` are the places of comments in the text, which are not printed, and
 * `unseen` those of deleted and hidden text in the stream. None if there are too many pieces to tell.
 */
export async function listBinaryCharacters(
  table: Buffer,
  comments: Range,
  unseen: Range[],
  readText: (at: number, length: number) => Promise<Buffer>,
): Promise<string[]> {
  const pieces = listPieces(table, comments);
  if (pieces.length > most.pieces || unseen.length > most.unseen) return [];
  const characters = new Set<string>();
  const codes = new FieldCodes();
  for (const { at, bytes, width } of pieces) {
    for (let done = 0; done < bytes; done += chunkBytes) {
      const start = at + done;
      const chunk = Buffer.from(await readText(start, Math.min(chunkBytes, bytes - done)));
      for (const { from, to } of unseen)
        if (from < start + chunk.length && to > start)
          chunk.fill(0, Math.max(0, from - start), Math.min(chunk.length, to - start));
      const text = width === 1 ? latin.decode(chunk) : chunk.toString("utf16le");
      for (const part of text.split(fieldMark))
        if (codes.isShown(part)) for (const character of listCharacters(part)) characters.add(character);
    }
  }
  return listCharacters([...characters].join(""));
}

/** Knows which text is the code of a field. */
class FieldCodes {
  /** For each open field, whether its code is being read. */
  readonly #fields: boolean[] = [];
  #codes = 0;

  /** Whether a part is shown. It is one mark, or text without any. */
  isShown(part: string): boolean {
    if (part === marks.begin) this.#open(true);
    else if (part === marks.separator) {
      this.#close();
      this.#open(false);
    } else if (part === marks.end) this.#close();
    return this.#codes === 0;
  }

  #open(isCode: boolean): void {
    this.#fields.push(isCode);
    if (isCode) this.#codes += 1;
  }

  #close(): void {
    if (this.#fields.pop() === true) this.#codes -= 1;
  }
}

/** `at` and `bytes`: its place in the stream. */
type Piece = { at: number; bytes: number; width: 1 | 2 };

function listPieces(table: Buffer, comments: Range): Piece[] {
  let at = 0;
  while (at + 5 <= table.length && table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (at + 5 > table.length || table[at] !== pieceKind) return [];
  const places = table.subarray(at + 5, at + 5 + table.readUInt32LE(at + 1));
  const count = Math.max(0, Math.floor((places.length - 4) / 12));
  const pieces: Piece[] = [];
  let previous = 0;
  for (let index = 0; index < count; index += 1) {
    const origin = places.readUInt32LE(index * 4);
    // They are in order, so that none is read more than once.
    const start = Math.max(previous, origin);
    const end = Math.min(places.readUInt32LE(index * 4 + 4), maxText);
    previous = Math.max(previous, end);
    const place = places.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const width = (place & isOneByte) === 0 ? 2 : 1;
    const offset = (place & 0x3fffffff) >> (2 - width);
    const parts = [
      [start, Math.min(end, comments.from)],
      [Math.max(start, comments.to), end],
    ];
    for (const [first = 0, last = 0] of parts)
      if (first < last)
        pieces.push({ at: offset + (first - origin) * width, bytes: (last - first) * width, width });
  }
  return pieces;
}
