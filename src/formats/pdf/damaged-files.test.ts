import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { AppError } from "../../errors.ts";
import {
  defaultResources,
  manyPages,
  onePage,
  packed,
  pdfWithObjectStream,
  pdfWithTable,
  type TestObject,
} from "./test-documents.ts";
import { inkWithin, readers, renderPage } from "./test-readers.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { findPdfErrors, textOfPages } from "./test-tools.ts";

const sound = pdfWithTable(manyPages(3));
const text = (pdf: Buffer) => pdf.toString("latin1");
const bytes = (content: string) => Buffer.from(content, "latin1");

const repairedNote =
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.";

const repairable: Record<string, Buffer> = {
  "without its cross-reference table": bytes(text(sound).replace(/xref\n0 [\s\S]*$/, "")),
  "whose table points to the wrong places": bytes(
    text(sound).replace(/000000(\d{4}) 00000 n/g, "000000$10 00000 n"),
  ),
  "whose startxref is wrong": bytes(text(sound).replace(/startxref\n\d+/, "startxref\n5")),
  "with object streams and a damaged cross-reference stream": bytes(
    text(pdfWithObjectStream(manyPages(3))).replace(/startxref\n\d+/, "startxref\n77"),
  ),
  "with a page that is not where the table says": bytes(text(sound).replace("\n10 0 obj", "  \n10 0 obj  ")),
};

for (const [name, original] of Object.entries(repairable)) {
  test(`a file ${name} is repaired and stamped, and a note says that its bytes were not kept`, () => {
    const { file, originalKept, notes, pages } = stamped(original);
    expect(pages).toBe(3);
    expect(originalKept).toBe(false);
    expect(notes).toEqual([repairedNote]);
    expect(findPdfErrors(file)).toBe("");
    expect(textOfPages(file).filter((page) => page.includes(defaultStamp.serialNumber))).toHaveLength(3);
    expect(text(file)).not.toContain("/AttestampOriginal");
  });
}

/** A file with offsets that count from its first byte, not from the header. */
const countedFromTheFirstByte = (before: string): Buffer => {
  const shift = (digits: string) => String(Number(digits) + before.length).padStart(digits.length, "0");
  const moved = text(pdfWithTable(onePage(), { before }))
    .replace(/(\d{10}) 00000 n/g, (_, offset: string) => `${shift(offset)} 00000 n`)
    .replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${shift(offset)}`);
  return bytes(moved);
};

const appendable: Record<string, Buffer> = {
  "with a MacBinary header that its positions count as well": countedFromTheFirstByte("\0".repeat(128)),
  "with a few bytes before its header that its positions count as well": countedFromTheFirstByte("\n\n   \n"),
  "with junk before its header": pdfWithTable(onePage(), { before: "HTTP/1.1 200 OK\r\n\r\n" }),
  "with junk behind its end": pdfWithTable(onePage(), { after: "trailing junk\n\0\0\0" }),
  "with wrong lengths of its streams": bytes(
    text(sound).replace(/\/Length (\d+) >>/g, (_, length) => `/Length ${"9".repeat(length.length)} >>`),
  ),
  "whose table counts from 1": bytes(text(pdfWithTable(onePage())).replace("xref\n0 ", "xref\n1 ")),
  "with a count of pages that lies": bytes(text(sound).replace("/Count 3", "/Count 9")),
};

for (const [name, original] of Object.entries(appendable)) {
  test(`a file ${name} keeps its bytes [threat F10]`, () => {
    const { file, originalKept } = stamped(original);
    expect(originalKept).toBe(true);
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    const pages = textOfPages(file);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.every((page) => page.includes(defaultStamp.serialNumber))).toBe(true);
  });
}

const iccProfile = deflateSync(Buffer.alloc(3000, "a profile"));
const picture = deflateSync(Buffer.alloc(40 * 40 * 3, 0x80));
const drawing =
  "q /C cs 1 0 0 scn 10 10 90 90 re f 90 0 0 90 200 200 cm /I Do Q BT /F 14 Tf 60 700 Td (abc) Tj ET\n";
const streams: Record<string, TestObject> = {
  4: packed(drawing),
  6: { entries: "/N 3 /Filter /FlateDecode", data: iccProfile },
  7: {
    entries:
      "/Type /XObject /Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode",
    data: picture,
  },
  8: { entries: "/Length1 3000 /Filter /FlateDecode", data: deflateSync(Buffer.alloc(3000, "a font")) },
  9: { entries: "/Type /Metadata /Subtype /XML", data: "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>" },
};
const withStreams = pdfWithTable(
  onePage({
    page: "/MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /ColorSpace << /C [/ICCBased 6 0 R] >> /XObject << /I 7 0 R >> /Font << /F 10 0 R >> >>",
    catalog: "/Metadata 9 0 R",
    more: {
      ...streams,
      10: "<< /Type /Font /Subtype /TrueType /BaseFont /Abc /FirstChar 97 /LastChar 99 /Widths [500 500 500] /FontDescriptor 11 0 R >>",
      11: "<< /Type /FontDescriptor /FontName /Abc /Flags 32 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /CapHeight 9 /StemV 9 /FontFile2 8 0 R >>",
    },
  }),
);
const streamNames: Record<string, string> = {
  4: "the page's content",
  6: "a color profile",
  7: "a picture",
  8: "a font",
  9: "the metadata",
};
const rightEdge = { left: 0.945, right: 0.985, top: 0.3, bottom: 0.7 };
/** Every kind keeps the places of what follows. `start` and `end`: those of the stream's data. */
const damages: Record<string, (file: Buffer, start: number, end: number) => void> = {
  "cut off": (file, start, end) => file.fill(" ", (start + end) >> 1, end),
  "has a wrong checksum": (file, _, end) => file.fill(0, end - 4, end),
  "has wrong bytes at its beginning": (file, start) => file.fill(0xff, start, start + 4),
  "has wrong bytes in its middle": (file, start, end) => file.fill(0xff, (start + end) >> 1, end - 4),
  "is said to be too short": (file, start) => writeLength(file, start, "0"),
  "is said to be too long": (file, start) => writeLength(file, start, "9"),
  "has no end": (file, _, end) => file.fill(" ", end, file.indexOf("endobj", end)),
};

function writeLength(file: Buffer, start: number, digit: string): void {
  const end = file.lastIndexOf(" >>", start);
  const before = file.lastIndexOf(" ", end - 1);
  file.fill(digit, before + 1, end);
}

for (const [number, what] of Object.entries(streamNames)) {
  test(`a file in which only ${what} is broken, in any way, keeps its bytes and is stamped`, () => {
    for (const [damage, apply] of Object.entries(damages)) {
      const original = Buffer.from(withStreams);
      const start = original.indexOf("stream\n", original.indexOf(`\n${number} 0 obj`)) + 7;
      apply(original, start, original.indexOf("\nendstream", start));
      expect(original.equals(withStreams)).toBe(false);
      const { file, originalKept } = stamped(original);
      expect({ damage, originalKept }).toEqual({ damage, originalKept: true });
      for (const reader of readers)
        expect(inkWithin(renderPage(file, reader), rightEdge)).toBeGreaterThan(0.05);
    }
  });
}

const mismatched =
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /A >> /B ] >> >>";

test("a value in which brackets of one kind close the other is written alike for every program", () => {
  for (const write of [pdfWithTable, pdfWithObjectStream]) {
    const { file, notes, pages } = stamped(write({ ...onePage(), 5: mismatched }));
    expect({ notes: notes.slice(0, 1), pages }).toEqual({ notes: [repairedNote], pages: 1 });
    expect(findPdfErrors(file)).toBe("");
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  }
});

test("a link behind mismatched brackets, which only some programs find, is not in the stamped copy", () => {
  const link =
    "/Annots [ << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (javascript:x) >> >> ]";
  const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /B [ << >> >> ] ${link}`;
  expect(text(stamped(pdfWithTable(onePage({ page }))).file)).not.toContain("javascript:");
});

test("an impossible number in a list of objects that a newer one replaces does not use up the numbers", () => {
  const beginning = text(pdfWithTable(onePage())).replace(/xref\n0 [\s\S]*$/, "");
  const list = (rest: string, rows: number[]) =>
    `9 0 obj\n<< /Type /XRef /Size 7 /W [1 3 0] /Root 1 0 R ${rest} /Length ${rows.length} >>\nstream\n${text(Buffer.from(rows))}\nendstream\nendobj\n`;
  const rows = [1, 2, 3, 4, 5].flatMap((number) => {
    const place = beginning.indexOf(`\n${number} 0 obj`) + 1;
    return [1, 0, place >> 8, place & 0xff];
  });
  const older = list("/Index [1 6]", [...rows, 2, 0xff, 0xff, 0xff]);
  const newer = list(`/Index [6 1] /Prev ${beginning.length}`, [0, 0, 0, 0]);
  const start = beginning.length + older.length;
  const { pages, originalKept } = stamped(bytes(`${beginning}${older}${newer}startxref\n${start}\n%%EOF\n`));
  expect({ pages, originalKept }).toEqual({ pages: 1, originalKept: true });
});

test("an archive hidden after the PDF is not in the stamped copy [threat F7]", () => {
  const archive = "PK\x03\x04evil.js PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
  const { file, originalKept, notes } = stamped(pdfWithTable(onePage(), { after: archive }));
  expect(file.includes("PK\x05\x06")).toBe(false);
  expect(originalKept).toBe(false);
  expect(notes[0]).toContain("another file was hidden behind the PDF");
  expect(findPdfErrors(file)).toBe("");
});

const deep = `${"<< /A ".repeat(100_000)}1${" >>".repeat(100_000)}`;
const hopeless: Record<string, Buffer> = {
  "nothing at all": bytes(""),
  "one byte": bytes("%"),
  "a header and nothing else": bytes("%PDF-1.7\n"),
  PostScript: bytes("%!PS-Adobe-3.0\nshowpage\n"),
  "a page tree that contains only itself": pdfWithTable({
    ...onePage(),
    2: "<< /Type /Pages /Count 1 /Kids [2 0 R] >>",
  }),
  "a page tree without pages": pdfWithTable({ ...onePage(), 2: "<< /Type /Pages /Count 0 /Kids [] >>" }),
  "no page tree": pdfWithTable({ ...onePage(), 1: "<< /Type /Catalog >>" }),
  "dictionaries nested a hundred thousand deep": pdfWithTable(
    onePage({ page: `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Deep ${deep}` }),
  ),
  "objects that never end": bytes(`%PDF-1.7\n${"1 0 obj (".repeat(200_000)}`),
  "streams that never end": bytes(`%PDF-1.7\n${"1 0 obj << >> stream\n".repeat(100_000)}`),
};

for (const [name, original] of Object.entries(hopeless)) {
  test(`${name} is refused with a message [threat F10]`, () => {
    const sentence = "This PDF is damaged or incomplete and cannot be read.";
    expect(() => stamped(original)).toThrow(new Error(sentence));
  });
}

test("following a looping chain of cross-reference tables terminates [threat F11]", () => {
  const { length } = text(sound).slice(0, text(sound).indexOf("xref\n0"));
  const looped = bytes(text(sound).replace("/Root 1 0 R", `/Root 1 0 R /Prev ${length}`));
  expect(stamped(looped).pages).toBe(3);
});

test("following references that lead to themselves terminates [threat F11]", () => {
  const page = "/MediaBox 20 0 R /Resources 21 0 R /Contents 22 0 R /Rotate 20 0 R";
  const objects = onePage({ page, more: { 20: "21 0 R", 21: "20 0 R", 22: "[22 0 R 22 0 R]" } });
  expect(stamped(pdfWithTable(objects)).pages).toBe(1);
});

test("a tree in which every branch contains the next one ten times is refused, not followed forever [threat F10]", () => {
  const objects = onePage();
  for (let level = 20; level < 60; level++) {
    objects[level] = `<< /Type /Pages /Count 1 /Kids [${`${level + 1} 0 R `.repeat(10)}] >>`;
  }
  const tree = {
    ...objects,
    2: "<< /Type /Pages /Count 1 /Kids [20 0 R] >>",
    60: "<< /Type /Pages /Kids [] >>",
  };
  expect(() => stamped(pdfWithTable(tree))).toThrow("more than 5,000 pages");
});

test("object streams that unpack to far more than the file are refused, damaged or not [threat F11]", () => {
  const bomb = pdfWithObjectStream({ ...onePage(), 20: `${" ".repeat(150_000_000)}1` });
  const before = process.memoryUsage().rss;
  const sentence = "This PDF unpacks to far more data than its size allows.";
  expect(() => stamped(bomb)).toThrow(sentence);
  expect(() => stamped(bytes(text(bomb).replace("startxref", "startxxxx")))).toThrow(sentence);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

test("pages that all repeat the same huge list of contents are refused [threat F11]", () => {
  const objects = manyPages(2000);
  for (let number = 10; number < 4010; number += 2) {
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number} 842] ${defaultResources} /Contents 6 0 R >>`;
  }
  objects[6] = `[${"11 0 R ".repeat(20_000)}]`;
  for (const original of [pdfWithTable(objects), pdfWithObjectStream(objects)]) {
    expect(() => stamped(original)).toThrow("This PDF would become far too large if it were stamped.");
  }
});

test("files truncated anywhere, or with any byte changed, are stamped or refused with a message", () => {
  const files = [pdfWithTable(manyPages(2)), pdfWithObjectStream(manyPages(2))];
  let seed = 11;
  const next = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  for (const file of files) {
    for (let round = 0; round < 150; round++) {
      const changed = Buffer.from(round % 3 === 0 ? file.subarray(0, next(file.length)) : file);
      for (let change = 0; change < 1 + (round % 4) && changed.length > 0; change++) {
        changed[next(changed.length)] = next(256);
      }
      expect(findOutcome(changed)).toMatch(/^(stamped|(This PDF|Only|Pages?) .*\.)$/);
    }
  }
});

function findOutcome(original: Buffer): string {
  try {
    stamped(original);
    return "stamped";
  } catch (error) {
    return error instanceof AppError ? error.message : `not a sentence: ${error}`;
  }
}
