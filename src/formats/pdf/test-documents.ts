/** Test support: small handwritten PDFs, one for each problem found in real files. */
import { deflateSync } from "node:zlib";

/** The text of an object, or a stream's dictionary entries and its data. */
export type TestObject = string | { entries: string; data: string | Uint8Array };
export type TestObjects = Record<number, TestObject>;

type Layout = {
  /** Entries besides /Size and /Root. */
  trailer?: string;
  before?: string;
  after?: string;
};

/** A file with a classic cross-reference table; object 1 is the catalog. */
export function pdfWithTable(
  objects: TestObjects,
  { trailer = "", before = "", after = "" }: Layout = {},
): Buffer {
  const parts: Uint8Array[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets = writeObjects(parts, objects);
  const start = getLength(parts);
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  let table = `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number++) {
    const offset = offsets.get(number);
    table +=
      offset === undefined ? "0000000000 00000 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`;
  }
  parts.push(
    Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat([Buffer.from(before, "latin1"), ...parts, Buffer.from(after, "latin1")]);
}

/** The same with every object except streams inside one object stream, listed in a cross-reference stream. */
export function pdfWithObjectStream(objects: TestObjects, { trailer = "" }: Layout = {}): Buffer {
  const plain = Object.entries(objects).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const streams = Object.fromEntries(
    Object.entries(objects).filter(([, object]) => typeof object !== "string"),
  );
  const container = Math.max(...Object.keys(objects).map(Number)) + 1;
  const pairs: string[] = [];
  let bodies = "";
  for (const [number, text] of plain) {
    pairs.push(`${number} ${bodies.length}`);
    bodies += `${text}\n`;
  }
  const head = `${pairs.join(" ")} `;
  const parts: Uint8Array[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const packed = deflateSync(Buffer.from(head + bodies, "latin1"));
  const entries = `/Type /ObjStm /N ${plain.length} /First ${head.length} /Filter /FlateDecode`;
  const offsets = writeObjects(parts, { ...streams, [container]: { entries, data: packed } });
  const inside = new Map(plain.map(([number], index) => [Number(number), index]));
  const self = container + 1;
  offsets.set(self, getLength(parts));
  const rows = Array.from({ length: self + 1 }, (_, number) => xrefRow(number, offsets, inside, container));
  const table = deflateSync(withUpPredictor(rows));
  parts.push(
    Buffer.from(
      `${self} 0 obj\n<< /Type /XRef /Size ${self + 1} /Root 1 0 R ${trailer} /W [1 3 2] /Filter /FlateDecode ` +
        `/DecodeParms << /Predictor 12 /Columns 6 >> /Length ${table.length} >>\nstream\n`,
    ),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${offsets.get(self)}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

export const packed = (text: string): TestObject => ({
  entries: "/Filter /FlateDecode",
  data: deflateSync(Buffer.from(text, "latin1")),
});
export const unpacked = (text: string): TestObject => ({ entries: "", data: text });

/** A light page with a frame and a line of text, written as most programs do. */
export const tidyContent =
  "q 0.9 0.95 1 rg 0 0 595 842 re f 1 0 0 RG 3 w 2 2 591 838 re S Q\nBT /F1 14 Tf 60 700 Td (The page's own text) Tj ET\n";
const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
export const defaultResources = "/Resources << /Font << /F1 5 0 R >> >>";

type OnePage = { page?: string; content?: TestObject; parent?: string; catalog?: string; more?: TestObjects };

/** Catalog 1, page tree 2, page 3, content 4, font 5. */
export function onePage(options: OnePage = {}): TestObjects {
  const {
    page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R`,
    parent = "",
    catalog = "",
  } = options;
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: `<< /Type /Pages /Count 1 /Kids [3 0 R] ${parent} >>`,
    3: `<< /Type /Page /Parent 2 0 R ${page} >>`,
    4: options.content ?? unpacked(tidyContent),
    5: helvetica,
    ...options.more,
  };
}

/** `count` pages, each with its own compressed content, with a shared font. */
export function manyPages(count: number): TestObjects {
  const numbers = Array.from({ length: count }, (_, index) => 10 + index * 2);
  const objects: TestObjects = {
    1: "<< /Type /Catalog /Pages 2 0 R >>",
    2: `<< /Type /Pages /Count ${count} /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] >>`,
    5: helvetica,
  };
  for (const number of numbers) {
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${defaultResources} /Contents ${number + 1} 0 R >>`;
    objects[number + 1] = packed(tidyContent);
  }
  return objects;
}

function writeObjects(parts: Uint8Array[], objects: TestObjects): Map<number, number> {
  const offsets = new Map<number, number>();
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), getLength(parts));
    parts.push(Buffer.from(`${number} 0 obj\n`));
    if (typeof object === "string") parts.push(Buffer.from(object, "latin1"));
    else {
      const data = typeof object.data === "string" ? Buffer.from(object.data, "latin1") : object.data;
      parts.push(Buffer.from(`<< ${object.entries} /Length ${data.length} >>\nstream\n`), data);
      parts.push(Buffer.from("\nendstream"));
    }
    parts.push(Buffer.from("\nendobj\n"));
  }
  return offsets;
}

const getLength = (parts: Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);

function xrefRow(
  number: number,
  offsets: Map<number, number>,
  inside: Map<number, number>,
  container: number,
): Buffer {
  const row = Buffer.alloc(6);
  const offset = offsets.get(number);
  const index = inside.get(number);
  row.writeUInt8(offset !== undefined ? 1 : index !== undefined ? 2 : 0, 0);
  row.writeUIntBE(offset ?? (index === undefined ? 0 : container), 1, 3);
  row.writeUInt16BE(offset === undefined ? (index ?? 0) : 0, 4);
  return row;
}

/** PNG filter 2 before every row, as most programs write their cross-reference streams. */
function withUpPredictor(rows: Buffer[]): Buffer {
  return Buffer.concat(
    rows.map((row, index) => {
      const above = rows[index - 1];
      return Buffer.from([2, ...row.map((byte, column) => byte - (above?.[column] ?? 0))]);
    }),
  );
}
