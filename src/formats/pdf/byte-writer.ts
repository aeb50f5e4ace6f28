import type { Raw } from "./values.ts";

/** Writing this many bytes in a loop is faster than calling native code. */
const longestLoop = 32;

/** A growing buffer; text is written as Latin-1. */
export class ByteWriter {
  #buffer: Buffer;
  length = 0;

  constructor(capacity = 64 * 1024) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  text(text: string): this {
    const { length } = text;
    this.#reserve(length);
    const buffer = this.#buffer;
    const { length: start } = this;
    if (length > longestLoop) buffer.write(text, start, "latin1");
    else for (let index = 0; index < length; index++) buffer[start + index] = text.charCodeAt(index);
    this.length = start + length;
    return this;
  }

  /** Writes a whole number with leading zeros; it must not have more digits than `width`. */
  digits(value: number, width: number): this {
    this.#reserve(width);
    let rest = value;
    for (let at = this.length + width - 1; at >= this.length; at--) {
      this.#buffer[at] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.length += width;
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  /** Writes the value exactly as in the source. */
  raw({ bytes, start, end }: Raw): this {
    const length = end - start;
    this.#reserve(length);
    const buffer = this.#buffer;
    const { length: target } = this;
    if (length > longestLoop) bytes.copy(buffer, target, start, end);
    else for (let index = 0; index < length; index++) buffer[target + index] = bytes[start + index] as number;
    this.length = target + length;
    return this;
  }

  /** A view of the written bytes; valid until the next write. */
  written(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.length + more));
    this.#buffer.copy(larger, 0, 0, this.length);
    this.#buffer = larger;
  }
}
