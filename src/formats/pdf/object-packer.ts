import { deflateSync } from "node:zlib";
import { ByteWriter } from "./byte-writer.ts";

/** Readers decompress a whole object stream to read one object: a few dozen pages per stream are a good size. */
const maxObjects = 100;

export type Pack = { numbers: number[]; entries: string; data: Uint8Array };

/** Collects objects into object streams (ISO 32000-2, 7.5.7). */
export class ObjectPacker {
  /** Bytes taken so far, before compression. */
  taken = 0;
  #bodies = new ByteWriter();
  #numbers: number[] = [];
  #offsets: number[] = [];

  /** Adds one object; returns a finished stream when it is full. */
  add(number: number, body: (out: ByteWriter) => void): Pack | undefined {
    this.#numbers.push(number);
    this.#offsets.push(this.#bodies.length);
    body(this.#bodies);
    this.taken += this.#bodies.text("\n").length - (this.#offsets.at(-1) ?? 0);
    return this.#numbers.length < maxObjects ? undefined : this.flush();
  }

  /** The objects since the last stream; undefined if there are none. */
  flush(): Pack | undefined {
    const numbers = this.#numbers;
    const offsets = this.#offsets;
    const bodies = this.#bodies;
    if (numbers.length === 0) return undefined;
    const head = `${numbers.map((number, index) => `${number} ${offsets[index] ?? 0}`).join(" ")} `;
    const plain = new ByteWriter(head.length + bodies.length).text(head).bytes(bodies.written());
    const entries = `/Type /ObjStm /N ${numbers.length} /First ${head.length} /Filter /FlateDecode`;
    this.#bodies = new ByteWriter();
    this.#numbers = [];
    this.#offsets = [];
    return { numbers, entries, data: deflateSync(plain.written(), { level: 3 }) };
  }
}
