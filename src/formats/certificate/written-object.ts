import { textString } from "../pdf/text-string.ts";
import { type PDFContext, PDFObject } from "./pdf-objects.ts";

/** An object that is in PDF syntax already. */
export class WrittenObject extends PDFObject {
  readonly #bytes: Uint8Array;

  constructor(...parts: (string | Uint8Array)[]) {
    super();
    this.#bytes = Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
    );
  }

  override sizeInBytes(): number {
    return this.#bytes.length;
  }

  override copyBytesInto(buffer: Uint8Array, offset: number): number {
    buffer.set(this.#bytes, offset);
    return this.#bytes.length;
  }
}

/** A text string in any script. The library's own takes 40 times as long, and there are ten in a certificate. */
export const writtenText = (text: string): WrittenObject => new WrittenObject(textString(text));

/** Adds objects in PDF syntax to a file, as the engine does to an update of a PDF. */
export class WrittenObjects {
  readonly #context: PDFContext;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  add(body: string): number {
    return this.#context.register(new WrittenObject(body)).objectNumber;
  }

  /** `entries` are those of the stream's dictionary without /Length. */
  addStream(entries: string, data: Uint8Array): number {
    const start = `<< ${entries} /Length ${data.length} >>\nstream\n`;
    return this.#context.register(new WrittenObject(start, data, "\nendstream")).objectNumber;
  }
}
