import { ByteWriter } from "./byte-writer.ts";
import { exceedsUnpackedLimit, objectStreamBudget } from "./object-streams.ts";
import type { PdfObject } from "./object-syntax.ts";
import type { RecoveredFile } from "./recover-objects.ts";
import { asDict, asReference, getRaw } from "./values.ts";
import { writeEntries } from "./write-entries.ts";
import type { XrefEntry } from "./xref-entries.ts";
import { type PackedObject, type WrittenObject, writeTableSection, writeWholeXref } from "./xref-writer.ts";

/** Writes a valid file from all objects that a damaged one still contains; each object keeps its bytes. */
export function rebuild(damaged: Buffer, { objects, root, trailer }: RecoveredFile): Buffer {
  const out = new ByteWriter(damaged.length + 64 * 1024);
  out.text("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  const written = [...objects.values()]
    .sort((a, b) => a.number - b.number)
    .map((object) => {
      if (out.length > objectStreamBudget(damaged.length)) throw exceedsUnpackedLimit();
      return writeObject(out, object, damaged);
    });
  const start = out.length;
  writeTableSection(out, written, () => {
    const information = trailer.get("Info");
    out.text(`/Size ${(written.at(-1)?.number ?? 0) + 1} /Root ${root.number} ${root.generation} R`);
    if (information && asReference(information)) out.text(" /Info ").raw(information);
  });
  out.text(`startxref\n${start}\n%%EOF\n`);
  return out.written();
}
/**
 * The file's own bytes, then the repaired objects, and one cross-reference section that lists every object. The file's
 * earlier sections no longer count.
 */
export function appendRepair(damaged: Buffer, { objects, containers, trailer, root }: RecoveredFile): Buffer {
  const base = Math.max(0, damaged.subarray(0, headerWindow).indexOf("%PDF-"));
  const before = damaged.length - base;
  const out = new ByteWriter().text("\n");
  const plain: WrittenObject[] = [];
  const packed: PackedObject[] = [];
  const list = (number: number, entry: XrefEntry | undefined): void => {
    if (entry?.kind === "inside") packed.push({ number, stream: entry.stream, index: entry.index });
    if (entry?.kind === "at")
      plain.push({ number, generation: entry.generation, offset: entry.offset - base });
  };
  for (const [number, entry] of containers) list(number, entry);
  for (const object of objects.values()) {
    if (object.entry) list(object.number, object.entry);
    else {
      const { number, generation, offset } = writeObject(out, object, damaged);
      plain.push({ number, generation, offset: before + offset });
    }
  }
  const rooted = new Map(trailer).set("Root", getRaw(`${root.number} ${root.generation} R`));
  writeWholeXref(out, { plain, packed }, rooted, before);
  return Buffer.concat([damaged, out.written()]);
}

/** The number of bytes that are searched for the header, from which a file's offsets count. */
const headerWindow = 8 * 1024;

function writeObject(out: ByteWriter, object: PdfObject, damaged: Buffer): WrittenObject {
  const { number, generation, value, data } = object;
  const offset = out.length;
  out.text(`${number} ${generation} obj\n`);
  if (!data) out.raw(value);
  else {
    out.text("<< ");
    writeEntries(out, asDict(value), (key) => key === "Length");
    out.text(`/Length ${data.end - data.start} >>\nstream\n`);
    out.raw({ bytes: damaged, ...data }).text("\nendstream");
  }
  out.text("\nendobj\n");
  return { number, generation, offset };
}
