import { BrokenPdf } from "./broken-pdf.ts";
import type { SecurityHandler } from "./encryption/security-handler.ts";
import type { Extent, NotUnpacked } from "./inflate.ts";
import { ObjectStreams } from "./object-streams.ts";
import { type PdfObject, readObject } from "./object-syntax.ts";
import { unpack } from "./stream-filters.ts";
import { asDict, asNumber, asReference, type PdfDict, type Raw } from "./values.ts";
import { readXref, type Xref } from "./xref.ts";

const longestReferenceChain = 32;

/** A PDF opened for reading. Objects are read on demand and cached. */
export class PdfDocument {
  readonly bytes: Buffer;
  readonly xref: Xref;
  readonly #objects = new Map<number, PdfObject | undefined>();
  readonly #streams: ObjectStreams;
  readonly #security: Pick<SecurityHandler, "decryptStream"> | undefined;

  /**
   * `security` decrypts streams; strings stay encrypted. Throws BrokenPdf if the cross-reference chain cannot be
   * followed.
   */
  constructor(bytes: Buffer, security?: Pick<SecurityHandler, "decryptStream">) {
    this.bytes = bytes;
    this.#security = security;
    this.xref = readXref(bytes);
    this.#streams = new ObjectStreams(this);
    // A reference to a missing object encrypts nothing, and must not match an object that is added later.
    const { trailer } = this.xref;
    if (trailer.has("Encrypt") && !this.dict(trailer.get("Encrypt"))) trailer.delete("Encrypt");
  }

  /**
   * The newest version of an object; undefined if there is none. Throws BrokenPdf if the table points to another
   * object.
   */
  object(number: number): PdfObject | undefined {
    if (this.#objects.has(number)) return this.#objects.get(number);
    // Set first, so that an object that refers to itself terminates.
    this.#objects.set(number, undefined);
    const object = this.#read(number);
    this.#objects.set(number, object);
    return object;
  }

  #read(number: number): PdfObject | undefined {
    const entry = this.xref.entries.get(number);
    if (!entry || entry.kind === "free") return undefined;
    if (entry.kind === "inside") return this.#streams.object(entry.stream, number);
    const object = readObject(this.bytes, entry.offset, (raw) => asNumber(this.resolve(raw)));
    if (object.number !== number) throw new BrokenPdf(`object ${number} is not where the table says`);
    return object;
  }

  /** Replaces an object for later reads, as the appended revision will. */
  override(number: number, value: Raw): void {
    const { generation, data } = this.#objects.get(number) ?? { generation: 0, data: undefined };
    this.#objects.set(number, { number, generation, value, data });
  }

  /** Follows references to the value; undefined if it is missing or they lead nowhere. */
  resolve(raw: Raw | undefined): Raw | undefined {
    let value = raw;
    for (let hop = 0; hop < longestReferenceChain; hop++) {
      const reference = asReference(value);
      if (!reference) return value;
      value = this.object(reference.number)?.value;
    }
    return undefined;
  }

  dict(raw: Raw | undefined): PdfDict | undefined {
    return asDict(this.resolve(raw));
  }

  /** The decoded bytes of a stream, or the reason why there are none. */
  unpacked(object: PdfObject, limit: number, extent: Extent = "as far as it goes"): Buffer | NotUnpacked {
    const dict = asDict(object.value);
    if (!dict || !object.data) return "unreadable";
    const resolve = (raw: Raw | undefined) => this.resolve(raw);
    const data =
      this.#security?.decryptStream(object, this.bytes, resolve) ??
      this.bytes.subarray(object.data.start, object.data.end);
    return unpack(dict, data, limit, resolve, extent);
  }

  /** The document catalog. Throws BrokenPdf if there is none. */
  catalog(): { number: number; dict: PdfDict } {
    const reference = asReference(this.xref.trailer.get("Root"));
    const dict = reference && this.dict(this.xref.trailer.get("Root"));
    if (!reference || !dict) throw new BrokenPdf("no document catalog");
    return { number: reference.number, dict };
  }
}
