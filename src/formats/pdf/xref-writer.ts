import { deflateSync } from "node:zlib";
import type { ByteWriter } from "./byte-writer.ts";
import type { FileEnd } from "./file-end.ts";
import type { PdfDict } from "./values.ts";
import { writeEntries } from "./write-entries.ts";

/** An object that was written; `offset` counts from the first byte of the stamped file. */
export type WrittenObject = { number: number; generation: number; offset: number };

/** An object that was written into an object stream. */
export type PackedObject = { number: number; stream: number; index: number };

/** Trailer entries that belong to one section and are not copied to the next. */
const sectionEntries = new Set([
  ..."Size Prev XRefStm ID Type W Index Filter DecodeParms Length DL F FFilter FDecodeParms".split(" "),
]);

type Update = {
  plain: WrittenObject[];
  /** Only if the section is a stream; a table cannot refer to object streams. */
  packed: PackedObject[];
  /** An unused object number. */
  spare: number;
  /** The two /ID strings in hex. */
  id: [string, string];
};

/**
 * Writes the section that activates the appended objects, its trailer and the pointer to it. Returns the value of that
 * pointer.
 */
export function writeXref(
  out: ByteWriter,
  { xref, length }: FileEnd,
  { plain, packed, spare, id }: Update,
): number {
  const at = length + out.length - xref.base;
  const objects = plain.map(({ number, generation, offset }) => ({
    number,
    generation,
    offset: offset - xref.base,
  }));
  const trailer = (size: number) => {
    writeEntries(out, xref.trailer, (key) => sectionEntries.has(key));
    out.text(`/Size ${size} /Prev ${xref.start} /ID [<${id[0]}> <${id[1]}>]`);
  };
  if (xref.kind === "table") writeTableSection(out, objects.sort(byNumber), () => trailer(spare));
  else {
    const self = { number: spare, generation: 0, offset: at };
    writeStreamSection(out, [...objects, ...packed, self].sort(byNumber), self, trailer);
  }
  out.text(`startxref\n${at}\n%%EOF\n`);
  return at;
}

/**
 * Closes a file with the objects `plain` and `packed`, and with the entries of `trailer` that belong to no section or
 * encryption. `before` bytes precede those in `out`.
 */
export function writeWholeXref(
  out: ByteWriter,
  { plain, packed }: Pick<Update, "plain" | "packed">,
  trailer: PdfDict,
  before = 0,
): void {
  let spare = 1;
  for (const { number } of [...plain, ...packed]) spare = Math.max(spare, number + 1);
  const start = before + out.length;
  const entries = (size: number) => {
    writeDocumentEntries(out, trailer);
    out.text(`/Size ${size}`);
  };
  if (packed.length === 0) writeTableSection(out, plain.toSorted(byNumber), () => entries(spare));
  else {
    const self = { number: spare, generation: 0, offset: start };
    writeStreamSection(out, [...plain, ...packed, self].sort(byNumber), self, entries);
  }
  out.text(`startxref\n${start}\n%%EOF\n`);
}

/** Writes a trailer for a file whose objects have to be searched for. */
export function writeTrailer(out: ByteWriter, trailer: PdfDict): void {
  out.text("trailer\n<< ");
  writeDocumentEntries(out, trailer);
  out.text(">>\n");
}

function writeDocumentEntries(out: ByteWriter, trailer: PdfDict): void {
  writeEntries(out, trailer, (key) => key === "Encrypt" || (key !== "ID" && sectionEntries.has(key)));
}

const byNumber = (a: { number: number }, b: { number: number }): number => a.number - b.number;

/** A classic table over `objects`, sorted by number, and a trailer with the entries that `trailer` writes. */
export function writeTableSection(out: ByteWriter, objects: WrittenObject[], trailer: () => void): void {
  out.text("xref\n");
  for (const run of consecutive(objects)) {
    out.text(`${run[0]?.number ?? 0} ${run.length}\n`);
    for (const { offset, generation } of run) {
      out.digits(offset, 10).text(" ").digits(generation, 5).text(" n \n");
    }
  }
  out.text("trailer\n<< ");
  trailer();
  out.text(" >>\n");
}

const entryWidth = 7;

function writeStreamSection(
  out: ByteWriter,
  objects: (WrittenObject | PackedObject)[],
  self: WrittenObject,
  trailer: (size: number) => void,
): void {
  const index = consecutive(objects).map((run) => `${run[0]?.number ?? 0} ${run.length}`);
  const entries = Buffer.alloc(objects.length * entryWidth);
  objects.forEach((object, position) => {
    const inside = "stream" in object;
    entries.writeUInt8(inside ? 2 : 1, position * entryWidth);
    entries.writeUInt32BE(inside ? object.stream : object.offset, position * entryWidth + 1);
    entries.writeUInt16BE(inside ? object.index : object.generation, position * entryWidth + 5);
  });
  const packed = deflateSync(entries);
  out.text(`${self.number} 0 obj\n<< /Type /XRef /W [1 4 2] /Index [${index.join(" ")}] `);
  trailer(self.number + 1);
  out.text(` /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`).bytes(packed);
  out.text("\nendstream\nendobj\n");
}

function consecutive<Entry extends { number: number }>(objects: Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  for (const object of objects) {
    const run = runs.at(-1);
    if (run && object.number === (run.at(-1)?.number ?? 0) + 1) run.push(object);
    else runs.push([object]);
  }
  return runs;
}
