import type { Raw } from "./values.ts";

/** A growing buffer; text is written as Latin-1. */
export class ByteWriter {
  private buffer: Buffer;
  length = 0;

  constructor(capacity = 64 * 1024) {
    this.buffer = Buffer.allocUnsafe(capacity);
  }

  text(text: string): this {
    this.reserve(text.length);
    this.length += this.buffer.write(text, this.length, "latin1");
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  /** Writes the value exactly as in the source. */
  raw({ bytes, start, end }: Raw): this {
    this.reserve(end - start);
    bytes.copy(this.buffer, this.length, start, end);
    this.length += end - start;
    return this;
  }

  /** A view of the written bytes; valid until the next write. */
  written(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + more));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
