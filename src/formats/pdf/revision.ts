import { deflateSync } from "node:zlib";
import { AppError } from "../../errors.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { FileEnd } from "./file-end.ts";
import { ObjectPacker, type Pack } from "./object-packer.ts";
import type { PdfObject } from "./object-syntax.ts";
import { asDict, getRaw } from "./values.ts";
import { writeEntries } from "./write-entries.ts";
import { highestNumber } from "./xref-entries.ts";
import { type PackedObject, type WrittenObject, writeXref } from "./xref-writer.ts";

/** Limits the growth of files that make every page repeat the content of one object. */
const minLimit = 64 * 1024 * 1024;
const maxGrowth = 4;

type Body = string | ((out: ByteWriter) => void);

/** Collects objects and appends them as one incremental update (ISO 32000-2, 7.5.6). */
export class Revision {
  readonly #before: FileEnd;
  readonly #out = new ByteWriter();
  readonly #plain: WrittenObject[] = [];
  readonly #packed: PackedObject[] = [];
  readonly #packer: ObjectPacker | undefined;
  readonly #numbers = new Set<number>();
  readonly #limit: number;
  #free: number;

  constructor(before: FileEnd) {
    this.#before = before;
    this.#free = before.free;
    this.#limit = minLimit + before.length * maxGrowth;
    this.#packer = before.xref.kind === "stream" ? new ObjectPacker() : undefined;
    this.#out.text("\n");
  }

  /** Returns an unused object number. */
  reserve(): number {
    if (this.#free > highestNumber) {
      throw new AppError(
        "unsupported",
        "pdf-no-object-numbers-left",
        "This PDF has no object numbers left for new objects. Please print it to PDF and upload the new file.",
      );
    }
    return this.#free++;
  }

  /** Appends this many blank bytes; the last ends a line, because PDF/A wants each object on a line of its own. */
  pad(bytes: number): void {
    if (bytes > 0) this.#out.text(`${" ".repeat(bytes - 1)}\n`);
  }

  has(number: number): boolean {
    return this.#numbers.has(number);
  }

  write(number: number, generation: number, body: Body): void {
    const content = typeof body === "string" ? (out: ByteWriter) => void out.text(body) : body;
    // Only objects of generation 0 may be in an object stream.
    if (this.#packer && generation === 0) {
      this.#take(number);
      this.#writePack(this.#packer.add(number, content));
    } else this.#writePlain(number, generation, content);
  }

  add(body: Body): number {
    const number = this.reserve();
    this.write(number, 0, body);
    return number;
  }

  /** `entries` are those of the stream's dictionary without /Length. */
  writeStream(number: number, generation: number, entries: Body, data: Uint8Array): void {
    this.#writePlain(number, generation, (out) => {
      out.text("<< ");
      if (typeof entries === "string") out.text(entries);
      else entries(out);
      out.text(` /Length ${data.length} >>\nstream\n`).bytes(data).text("\nendstream");
    });
  }

  /** Writes a stream with a changed dictionary and unchanged data. */
  writeRewritten({ number, generation, value }: PdfObject, data: Uint8Array): void {
    const entries = (out: ByteWriter) => writeEntries(out, asDict(value), (key) => key === "Length");
    this.writeStream(number, generation, entries, data);
  }

  addStream(entries: string, data: Uint8Array): number {
    const number = this.reserve();
    this.writeStream(number, 0, entries, data);
    return number;
  }

  addPacked(entries: string, data: Uint8Array): number {
    return this.addStream(`${entries} /Filter /FlateDecode`.trimStart(), deflateSync(data));
  }

  /** Writes an object outside any object stream; returns the file offset of the first byte of `body`. */
  writeInPlace(number: number, body: string): number {
    let start = 0;
    this.#writePlain(number, 0, (out) => {
      start = this.#before.length + out.length;
      out.text(body);
    });
    return start;
  }

  /**
   * Closes the update with a cross-reference section of the kind that the file ends with; `id` are the two /ID strings
   * in hex. `end` describes the file for the next update. Trailer entries in `changes` are replaced or, if undefined,
   * removed.
   */
  finish(
    id: [string, string],
    changes: Record<string, string | undefined> = {},
  ): { appended: Buffer; end: FileEnd } {
    this.#writePack(this.#packer?.flush());
    const plain = this.#plain;
    const packed = this.#packed;
    const before = this.#before;
    const trailer = new Map(before.xref.trailer);
    for (const [key, text] of Object.entries(changes)) {
      if (text === undefined) trailer.delete(key);
      else trailer.set(key, getRaw(text));
    }
    const xrefBefore = { ...before.xref, trailer };
    const update = { plain, packed, spare: this.reserve(), id };
    const start = writeXref(this.#out, { ...before, xref: xrefBefore }, update);
    const appended = this.#out.written();
    const xref = { ...xrefBefore, start };
    return { appended, end: { length: before.length + appended.length, xref, free: this.#free } };
  }

  #writePack(pack: Pack | undefined): void {
    if (!pack) return;
    const stream = this.addStream(pack.entries, pack.data);
    pack.numbers.forEach((number, index) => {
      this.#packed.push({ number, stream, index });
    });
  }

  #writePlain(number: number, generation: number, body: (out: ByteWriter) => void): void {
    this.#take(number);
    this.#plain.push({ number, generation, offset: this.#before.length + this.#out.length });
    this.#out.text(`${number} ${generation} obj\n`);
    body(this.#out);
    this.#out.text("\nendobj\n");
  }

  #take(number: number): void {
    this.#numbers.add(number);
    if (this.#out.length + (this.#packer?.taken ?? 0) > this.#limit) {
      throw new AppError(
        "unsupported",
        "pdf-grows-too-large",
        "This PDF would become far too large if it were stamped.",
      );
    }
  }
}
