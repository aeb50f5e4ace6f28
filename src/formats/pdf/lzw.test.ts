import { expect, test } from "bun:test";
import { decodeLzw } from "./lzw.ts";
import { onePage, pdfWithTable, tidyContent } from "./test-documents.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { inFolder, runTool, textOfPages } from "./test-tools.ts";

/** An encoder by the book: the table is cleared before it is full. */
function encodeLzw(plain: Buffer, early: boolean): Buffer {
  let bits = "";
  let table = new Map<string, number>();
  let free = 258;
  const write = (code: number) => {
    const width = Math.max(9, 32 - Math.clz32(free - 1 + (early ? 1 : 0)));
    bits += code.toString(2).padStart(width, "0");
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? -1));
  const clear = () => {
    write(256);
    table = new Map();
    free = 258;
  };
  clear();
  let current = "";
  for (const byte of plain.toString("latin1")) {
    if (current === "" || table.has(current + byte)) {
      current += byte;
      continue;
    }
    write(codeOf(current));
    if (free === 4094) clear();
    else table.set(current + byte, free++);
    current = byte;
  }
  if (current !== "") write(codeOf(current));
  free++;
  write(257);
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

const numbers = Array.from({ length: 4000 }, (_, index) => `${(index * 7919) % 911} ${index} m `).join("");
const contents = { nothing: "", "one letter": "n", "one letter, often": "n ".repeat(5000), numbers };

for (const [name, content] of Object.entries(contents)) {
  test(`LZW of ${name} is decoded to what was encoded, as by another program`, () => {
    const plain = Buffer.from(`${tidyContent}${content}`);
    for (const early of [true, false]) {
      const data = encodeLzw(plain, early);
      expect(decodeLzw(data, 1e6, early)).toEqual(plain);
      const entries = `/Filter /LZWDecode /DecodeParms << /EarlyChange ${early ? 1 : 0} >>`;
      const file = pdfWithTable(onePage({ content: { entries, data } }));
      const shown = inFolder(file, (folder) =>
        runTool("qpdf", ["--show-object=4", "--filtered-stream-data", "in.pdf"], folder),
      );
      expect(shown.text).toBe(plain.toString());
    }
  });
}

test("LZW that is cut off, refers to what is not there, or is too long, is not decoded", () => {
  const data = encodeLzw(Buffer.from(numbers), true);
  expect(decodeLzw(data.subarray(0, -2), 1e6, true)).toBe("unreadable");
  expect(decodeLzw(Buffer.from([0x80, 0x5f, 0xff, 0xff]), 1e6, true)).toBe("unreadable");
  expect(decodeLzw(data, 100, true)).toBe("too large");
});

test("on a page of LZW content, the stamp keeps clear of the text and needs no annotation", () => {
  const data = encodeLzw(Buffer.from(`${tidyContent} q`), true);
  const { file, appended, notes } = stamped(
    pdfWithTable(onePage({ content: { entries: "/Filter /LZWDecode", data } })),
  );
  expect(appended.includes("/Subtype /Stamp")).toBe(false);
  expect(notes).toEqual([]);
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
});
