import { deflateSync } from "node:zlib";
import type { ByteWriter } from "./byte-writer.ts";
import type { PdfDocument } from "./document.ts";
import { nameText } from "./values.ts";

/** An object that was written; `offset` counts from the first byte of the stamped file. */
export type WrittenObject = { number: number; generation: number; offset: number };

/** Trailer entries that belong to one section and are not carried over. */
const sectionEntries = new Set([
  ..."Size Prev XRefStm ID Type W Index Filter DecodeParms Length DL F FFilter FDecodeParms".split(" "),
]);

/** Writes the section that makes the appended objects count, its trailer and the pointer to it. */
export function writeXref(
  out: ByteWriter,
  document: PdfDocument,
  written: WrittenObject[],
  spare: number,
  id: [string, string],
): void {
  const { xref, bytes } = document;
  const at = bytes.length + out.length;
  const objects = written
    .map((object) => ({ ...object, offset: object.offset - xref.base }))
    .sort((a, b) => a.number - b.number);
  const trailer = (size: number) => {
    for (const [key, value] of xref.trailer) {
      if (!sectionEntries.has(key))
        out
          .text(`${nameText(key)} `)
          .raw(value)
          .text(" ");
    }
    out.text(`/Size ${size} /Prev ${xref.start} /ID [<${id[0]}> <${id[1]}>]`);
  };
  if (xref.kind === "table") writeTableSection(out, objects, () => trailer(spare));
  else writeStream(out, objects, { number: spare, generation: 0, offset: at - xref.base }, trailer);
  out.text(`startxref\n${at - xref.base}\n%%EOF\n`);
}

/** A classic table over `objects`, sorted by number, and a trailer with the entries that `trailer` writes. */
export function writeTableSection(out: ByteWriter, objects: WrittenObject[], trailer: () => void): void {
  out.text("xref\n");
  for (const run of consecutive(objects)) {
    out.text(`${run[0]?.number ?? 0} ${run.length}\n`);
    for (const { offset, generation } of run) {
      out.text(`${String(offset).padStart(10, "0")} ${String(generation).padStart(5, "0")} n \n`);
    }
  }
  out.text("trailer\n<< ");
  trailer();
  out.text(" >>\n");
}

function writeStream(
  out: ByteWriter,
  others: WrittenObject[],
  self: WrittenObject,
  trailer: (size: number) => void,
): void {
  const objects = [...others, self];
  const index = consecutive(objects).map((run) => `${run[0]?.number ?? 0} ${run.length}`);
  const entries = Buffer.alloc(objects.length * 7);
  objects.forEach(({ offset, generation }, position) => {
    entries.writeUInt8(1, position * 7);
    entries.writeUInt32BE(offset, position * 7 + 1);
    entries.writeUInt16BE(generation, position * 7 + 5);
  });
  const packed = deflateSync(entries);
  out.text(`${self.number} 0 obj\n<< /Type /XRef /W [1 4 2] /Index [${index.join(" ")}] `);
  trailer(self.number + 1);
  out.text(` /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`).bytes(packed);
  out.text("\nendstream\nendobj\n");
}

function consecutive(objects: WrittenObject[]): WrittenObject[][] {
  const runs: WrittenObject[][] = [];
  for (const object of objects) {
    const run = runs.at(-1);
    if (run && object.number === (run.at(-1)?.number ?? 0) + 1) run.push(object);
    else runs.push([object]);
  }
  return runs;
}
