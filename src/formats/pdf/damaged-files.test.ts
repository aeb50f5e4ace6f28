import { expect, test } from "bun:test";
import { AppError } from "../../errors.ts";
import { defaultResources, manyPages, onePage, pdfWithObjectStream, pdfWithTable } from "./test-documents.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { findPdfErrors, textOfPages } from "./test-tools.ts";

const sound = pdfWithTable(manyPages(3));
const text = (pdf: Buffer) => pdf.toString("latin1");
const bytes = (content: string) => Buffer.from(content, "latin1");

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
    expect(notes).toEqual([
      "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.",
    ]);
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
