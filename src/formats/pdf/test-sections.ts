/** Test support: PDFs written section by section, for chains of cross-reference sections of any kind. */
import type { TestObject } from "./test-documents.ts";

/** The target of a cross-reference entry: an offset in the file, an object stream, or nothing. */
type TestEntry = number | { stream: number; index: number } | "free";
export type TestEntries = Record<number, TestEntry>;

export class SectionWriter {
  readonly #parts: Uint8Array[] = [];
  #length = 0;
  /** The latest location of each object. */
  readonly offsets: Record<number, number> = {};

  constructor(beginning: string | Uint8Array = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n") {
    this.raw(beginning);
  }

  raw(bytes: string | Uint8Array): this {
    const part = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    this.#parts.push(part);
    this.#length += part.length;
    return this;
  }

  get position(): number {
    return this.#length;
  }

  object(number: number, body: TestObject): this {
    this.offsets[number] = this.#length;
    this.raw(`${number} 0 obj\n`);
    if (typeof body === "string") this.raw(body);
    else
      this.raw(`<< ${body.entries} /Length ${body.data.length} >>\nstream\n`)
        .raw(body.data)
        .raw("\nendstream");
    return this.raw("\nendobj\n");
  }

  objects(objects: Record<number, TestObject>): this {
    for (const [number, body] of Object.entries(objects)) this.object(Number(number), body);
    return this;
  }

  /** Writes an uncompressed object stream; returns the entries of its objects. */
  objectStream(number: number, objects: Record<number, string>): TestEntries {
    const numbers = Object.keys(objects).map(Number);
    let bodies = "";
    const pairs = numbers.map((inner) => {
      const pair = `${inner} ${bodies.length}`;
      bodies += `${objects[inner]}\n`;
      return pair;
    });
    const head = `${pairs.join(" ")}\n`;
    this.object(number, {
      entries: `/Type /ObjStm /N ${numbers.length} /First ${head.length}`,
      data: head + bodies,
    });
    return Object.fromEntries(numbers.map((inner, index) => [inner, { stream: number, index }]));
  }

  entries(numbers: number[]): TestEntries {
    return Object.fromEntries(numbers.map((number) => [number, this.offsets[number] ?? "free"]));
  }

  /** Writes a classic table with its trailer; returns its offset. */
  table(entries: TestEntries, trailer: string): number {
    const start = this.#length;
    this.raw("xref\n");
    const runs = runsIn(entries);
    if (runs.length === 0) this.raw("0 0\n");
    for (const run of runs) {
      this.raw(`${run[0]} ${run.length}\n`);
      for (const number of run) {
        const entry = entries[number];
        if (typeof entry === "number") this.raw(`${String(entry).padStart(10, "0")} 00000 n \n`);
        else this.raw(`0000000000 ${number === 0 ? "65535" : "00000"} f \n`);
      }
    }
    this.raw(`trailer\n<< ${trailer} >>\n`);
    return start;
  }

  /** Writes an uncompressed cross-reference stream under `number`; returns its offset. */
  stream(number: number, entries: TestEntries, dictionary: string): number {
    const start = this.#length;
    const runs = runsIn(entries);
    const rows = runs.flat().map((entry) => row(entries[entry] ?? "free"));
    const index = runs.map((run) => `${run[0]} ${run.length}`).join(" ");
    this.object(number, {
      entries: `/Type /XRef /W [1 4 2] /Index [${index}] ${dictionary}`,
      data: Buffer.concat(rows),
    });
    return start;
  }

  end(startxref: number): this {
    return this.raw(`startxref\n${startxref}\n%%EOF\n`);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function row(entry: TestEntry): Buffer {
  const bytes = Buffer.alloc(7);
  if (typeof entry === "number") {
    bytes.writeUInt8(1, 0);
    bytes.writeUInt32BE(entry, 1);
  } else if (entry !== "free") {
    bytes.writeUInt8(2, 0);
    bytes.writeUInt32BE(entry.stream, 1);
    bytes.writeUInt16BE(entry.index, 5);
  }
  return bytes;
}

function runsIn(entries: TestEntries): number[][] {
  const runs: number[][] = [];
  for (const number of Object.keys(entries).map(Number)) {
    const run = runs.at(-1);
    if (run && number === (run.at(-1) ?? 0) + 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}
