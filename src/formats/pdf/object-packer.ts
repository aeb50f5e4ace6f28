import { deflateSync } from "node:zlib";
import { ByteWriter } from "./byte-writer.ts";

/** Readers unpack a whole object stream to get at one object: a few dozen pages together are a good size. */
const maxObjects = 100;

export type Pack = { numbers: number[]; entries: string; data: Uint8Array };

/** Gathers objects for one object stream after the other (ISO 32000-2, 7.5.7). */
export class ObjectPacker {
  /** Bytes taken so far, before they are packed. */
  taken = 0;
  private bodies = new ByteWriter();
  private numbers: number[] = [];
  private offsets: number[] = [];

  /** Takes one object; hands out a finished stream when it is full. */
  add(number: number, body: (out: ByteWriter) => void): Pack | undefined {
    this.numbers.push(number);
    this.offsets.push(this.bodies.length);
    body(this.bodies);
    this.taken += this.bodies.text("\n").length - (this.offsets.at(-1) ?? 0);
    return this.numbers.length < maxObjects ? undefined : this.flush();
  }

  /** What was gathered since the last stream; undefined when there is nothing. */
  flush(): Pack | undefined {
    const { numbers, offsets, bodies } = this;
    if (numbers.length === 0) return undefined;
    const head = `${numbers.map((number, index) => `${number} ${offsets[index] ?? 0}`).join(" ")} `;
    const plain = new ByteWriter(head.length + bodies.length).text(head).bytes(bodies.written());
    const entries = `/Type /ObjStm /N ${numbers.length} /First ${head.length} /Filter /FlateDecode`;
    this.bodies = new ByteWriter();
    this.numbers = [];
    this.offsets = [];
    return { numbers, entries, data: deflateSync(plain.written(), { level: 3 }) };
  }
}
