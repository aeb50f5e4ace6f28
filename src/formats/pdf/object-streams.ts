import { AppError } from "../../errors.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import type { NotUnpacked } from "./inflate.ts";
import { skipWhite } from "./lexer.ts";
import type { PdfObject } from "./object-syntax.ts";
import { asDict, asNumber, integerAt, type Raw, rawAt } from "./values.ts";
import type { Xref } from "./xref.ts";

/** Maximum decompressed size of all object streams of a file of `size` bytes. */
export const objectStreamBudget = (size: number): number => Math.max(64 * 1024 * 1024, size * 16);

export function exceedsUnpackedLimit(): AppError {
  return new AppError(
    "unsupported",
    "pdf-unpacks-too-large",
    "This PDF unpacks to far more data than its size allows.",
  );
}

/** What the streams need from their document. */
type Holder = {
  readonly bytes: Buffer;
  readonly xref: Xref;
  object(number: number): PdfObject | undefined;
  unpacked(object: PdfObject, limit: number): Buffer | NotUnpacked;
  resolve(raw: Raw | undefined): Raw | undefined;
};

type Unpacked = { plain: Buffer; positions: Map<number, number> };

/** Objects inside compressed streams (ISO 32000-2, 7.5.7). Each stream is decompressed once, when first needed. */
export class ObjectStreams {
  readonly #document: Holder;
  readonly #streams = new Map<number, Unpacked>();
  #budget: number;

  constructor(document: Holder) {
    this.#document = document;
    this.#budget = objectStreamBudget(document.bytes.length);
  }

  object(stream: number, number: number): PdfObject | undefined {
    const { plain, positions } = this.#unpacked(stream);
    const at = positions.get(number);
    if (at === undefined) throw new BrokenPdf(`object ${number} is not in its stream`);
    return { number, generation: 0, value: rawAt(plain, at), data: undefined };
  }

  #unpacked(stream: number): Unpacked {
    const known = this.#streams.get(stream);
    if (known) return known;
    if (this.#document.xref.entries.get(stream)?.kind !== "at")
      throw new BrokenPdf("an object stream is missing");
    const object = this.#document.object(stream);
    const plain = object ? this.#document.unpacked(object, this.#budget) : "unreadable";
    if (plain === "too large") throw exceedsUnpackedLimit();
    if (!object || plain === "unreadable") throw new BrokenPdf("an object stream is unreadable");
    this.#budget -= plain.length;
    const unpacked = { plain, positions: positionsIn(object, plain, this.#document) };
    this.#streams.set(stream, unpacked);
    return unpacked;
  }
}

function positionsIn(object: PdfObject, plain: Buffer, document: Holder): Map<number, number> {
  const dict = asDict(object.value);
  const first = asNumber(document.resolve(dict?.get("First"))) ?? 0;
  const count = asNumber(document.resolve(dict?.get("N"))) ?? 0;
  const positions = new Map<number, number>();
  let at = skipWhite(plain, 0);
  for (let index = 0; index < count; index++) {
    const number = integerAt(plain, at);
    const offset = number && integerAt(plain, skipWhite(plain, number.end));
    if (!offset) break;
    if (!positions.has(number.value)) positions.set(number.value, first + offset.value);
    at = skipWhite(plain, offset.end);
  }
  return positions;
}
