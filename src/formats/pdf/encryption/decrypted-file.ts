import { BrokenPdf } from "../broken-pdf.ts";
import { ByteWriter } from "../byte-writer.ts";
import { isRegular, isWhite, sign } from "../characters.ts";
import { regularEnd, skipWhite, valueEnd } from "../lexer.ts";
import type { PdfObject } from "../object-syntax.ts";
import type { Resolve } from "../stream-filters.ts";
import { asArray, asDict, asName, asString, nameText, type PdfDict, type Raw } from "../values.ts";
import { signaturesWithin } from "../whole-signature.ts";
import { type PackedObject, type WrittenObject, writeTrailer, writeWholeXref } from "../xref-writer.ts";
import type { SecurityHandler } from "./security-handler.ts";

/** Limits the growth of a small file with overlapping objects. */
const minLimit = 16 * 1024 * 1024;
const maxGrowth = 4;

/** A file that is written from the objects of an encrypted one. */
export class DecryptedFile {
  readonly #source: Buffer;
  readonly #security: SecurityHandler;
  readonly #resolve: Resolve;
  readonly #out: ByteWriter;
  readonly #written: WrittenObject[] = [];

  constructor(source: Buffer, security: SecurityHandler, resolve: Resolve) {
    this.#source = source;
    this.#security = security;
    this.#resolve = resolve;
    const version = /%PDF-\d\.\d/.exec(source.toString("latin1", 0, 8 * 1024))?.[0] ?? "%PDF-1.7";
    this.#out = new ByteWriter(source.length + 64 * 1024).text(`${version}\n%\xe2\xe3\xcf\xd3\n`);
  }

  /** Cross-reference streams are left out; they are never encrypted and are useless in the new file. */
  write(object: PdfObject): void {
    const { number, generation, value, data } = object;
    const out = this.#out;
    const dict = data && asDict(value);
    if (dict && asName(dict.get("Type")) === "XRef") return;
    if (out.length > minLimit + maxGrowth * this.#source.length)
      throw new BrokenPdf("objects overlap each other");
    this.#written.push({ number, generation, offset: out.length });
    out.text(`${number} ${generation} obj\n`);
    if (dict) this.#writeStream(object, dict);
    else this.#writeValue(object, value);
    out.text("\nendobj\n");
  }

  /** Closes the file with a cross-reference section; `packed` are the objects in the written object streams. */
  finish(packed: PackedObject[], trailer: PdfDict): Buffer {
    writeWholeXref(this.#out, { plain: this.#written, packed }, trailer);
    return this.#out.written();
  }

  finishWithoutTable(trailers: PdfDict[]): Buffer {
    for (const trailer of trailers) writeTrailer(this.#out, trailer);
    return this.#out.written();
  }

  #writeStream(object: PdfObject, dict: PdfDict): void {
    const out = this.#out;
    const data = this.#security.decryptStream(object, this.#source, this.#resolve);
    const named = this.#list(dict.get("Filter")).some((filter) => asName(this.#resolve(filter)) === "Crypt");
    out.text("<< ");
    for (const [key, value] of dict) {
      if (key === "Length" || (named && (key === "Filter" || key === "DecodeParms"))) continue;
      out.text(`${nameText(key)} `);
      this.#writeValue(object, value);
      out.text(" ");
    }
    if (named) this.#writeOtherFilters(dict);
    out.text(`/Length ${data.length} >>\nstream\n`).bytes(data).text("\nendstream");
  }

  /** Without encryption a /Crypt filter has no effect, and some readers do not support it. */
  #writeOtherFilters(dict: PdfDict): void {
    const parameters = this.#list(dict.get("DecodeParms"));
    const others = this.#list(dict.get("Filter"))
      .map((filter, index) => ({ filter, parameter: parameters[index] }))
      .filter(({ filter }) => asName(this.#resolve(filter)) !== "Crypt");
    this.#out.text("/Filter [");
    for (const { filter } of others) this.#out.text(" ").raw(filter);
    this.#out.text(" ] /DecodeParms [");
    for (const { parameter } of others)
      parameter ? this.#out.text(" ").raw(parameter) : this.#out.text(" null");
    this.#out.text(" ] ");
  }

  #list(raw: Raw | undefined): Raw[] {
    const value = this.#resolve(raw);
    return asArray(value) ?? (value ? [value] : []);
  }

  /** Copies a value with its strings decrypted; only the values of signatures are never encrypted (7.6.2). */
  #writeValue(object: PdfObject, value: Raw): void {
    const { bytes, end } = value;
    const signed = bytes.subarray(value.start, end).includes("ByteRange") ? signaturesWithin(value) : [];
    const signatures = signed.map((signature) => signature.get("Contents")?.start);
    let copied = value.start;
    let at = value.start;
    while (at < end) {
      const code = bytes[at];
      if (isWhite(code) || code === sign.percent) at = skipWhite(bytes, at);
      else if (code === sign.openString || (code === sign.less && bytes[at + 1] !== sign.less)) {
        const string = { bytes, start: at, end: valueEnd(bytes, at) };
        const data = signatures.includes(at) ? undefined : asString(string);
        if (data) {
          this.#out.raw({ bytes, start: copied, end: at });
          this.#out.text(stringText(this.#security.decryptString(object, data)));
          copied = string.end;
        }
        at = string.end;
      } else if (code === sign.less) at += 2;
      else at = isRegular(code) ? regularEnd(bytes, at) : at + 1;
    }
    this.#out.raw({ bytes, start: copied, end });
  }
}

function stringText(data: Buffer): string {
  const escaped = data.toString("latin1").replace(/[\\()\r\n]/g, (character) => {
    if (character === "\r") return "\\r";
    return character === "\n" ? "\\n" : `\\${character}`;
  });
  return `(${escaped})`;
}
