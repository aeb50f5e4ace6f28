import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { stampVisibly } from "./stamp-pdf-file.ts";
import {
  ambiguous,
  ambiguousDocument,
  jpeg2000Picture,
  type Parts,
  unambiguous,
} from "./test-ambiguous-content.ts";
import {
  onePage,
  packed,
  pdfWithTable,
  type TestObject,
  type TestObjects,
  unpacked,
} from "./test-documents.ts";
import { largestDifference, readers, renderPages } from "./test-readers.ts";
import { signedPdf } from "./test-signing.ts";
import { defaultStamp, sha256Of } from "./test-stamping.ts";

async function notesOf(original: Buffer): Promise<string[]> {
  const { notes } = await stampVisibly(original, sha256Of(original), defaultStamp);
  return notes.map(({ code }) => code);
}

for (const [note, cases] of Object.entries(ambiguous))
  test.each(Object.entries(cases))(`%s gets the note ${note} [threat F15]`, async (_, parts) => {
    expect(await notesOf(pdfWithTable(ambiguousDocument([parts])))).toContain(note);
  });

const cases = Object.values(ambiguous).flatMap((group) => Object.entries(group));

/** The largest difference between what two programs show of each page. */
function differencesOf(pages: Parts[]): number[] {
  const file = pdfWithTable(ambiguousDocument(pages));
  const drawn = readers.map((reader) => renderPages(file, reader, 40));
  return pages.map((_, index) => {
    const pictures = drawn.map((ofReader) => ofReader[index]);
    const pairs = pictures.flatMap((one, at) => pictures.slice(at + 1).map((other) => [one, other] as const));
    return Math.max(...pairs.map(([one, other]) => (one && other ? largestDifference(one, other) : 1)));
  });
}

test("content that gets such a note is drawn differently by programs [threat F15]", () => {
  const differences = differencesOf(cases.map(([, parts]) => parts));
  const alike = cases.filter((_, index) => (differences[index] ?? 0) < 0.4);
  expect(alike.map(([name]) => name)).toEqual([]);
});

test.each(Object.entries(unambiguous))("%s gets no note", async (_, parts) => {
  expect(await notesOf(pdfWithTable(ambiguousDocument([parts])))).toEqual([]);
});

test("content that gets no note is drawn alike by programs", () => {
  const differences = differencesOf(Object.values(unambiguous));
  const different = Object.keys(unambiguous).filter((_, index) => (differences[index] ?? 1) >= 0.4);
  expect(different).toEqual([]);
});

test("a font with two font programs, or of pictures that the file lacks, gets a note", async () => {
  const font = (name: string, programs: string) =>
    `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /FontDescriptor << /Type /FontDescriptor ${programs} >> >>`;
  const notesFor = (text: string) => notesOf(pdfWithTable(onePage({ more: { 40: text, 41: unpacked("") } })));
  expect(await notesFor(font("Arial", "/FontFile2 41 0 R /FontFile3 41 0 R"))).toEqual(["note-text-differs"]);
  expect(await notesFor(font("Wingdings-Regular", ""))).toEqual(["note-text-differs"]);
  expect(await notesFor(font("Wingdings-Regular", "/FontFile2 41 0 R"))).toEqual([]);
});

test("JPEG 2000 data and a dictionary that disagree about colors get a note; a channel for opacity does not", async () => {
  const notesFor = (components: number, space: string) =>
    notesOf(pdfWithTable(ambiguousDocument([jpeg2000Picture(components, space)])));
  expect(await notesFor(3, "/ColorSpace /DeviceGray")).toEqual(["note-pictures-differ"]);
  expect(await notesFor(1, "/ColorSpace /DeviceRGB")).toEqual(["note-pictures-differ"]);
  for (const components of [3, 4]) expect(await notesFor(components, "/ColorSpace /DeviceRGB")).toEqual([]);
  expect(await notesFor(3, "")).toEqual([]);
});

test("a signed PDF gets the same note [threat F15]", async () => {
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Foo /Encoding << /Differences [49 /uni0039 /uni0038] >> >>";
  expect(await notesOf(signedPdf(undefined, "", { more: { 40: font } }))).toContain("note-text-differs");
});

const formEntries = "/Type /XObject /Subtype /Form /BBox [0 0 595 842]";
const withFont = `${formEntries} /Resources << /Font << /F1 5 0 R >> >>`;

/** A page that draws form 40. */
function drawingForm(form: TestObject, more: TestObjects = {}): Buffer {
  const page = "/MediaBox [0 0 595 842] /Resources << /XObject << /F 40 0 R >> >> /Contents 4 0 R";
  return pdfWithTable(onePage({ page, content: unpacked("/F Do"), more: { ...more, 40: form } }));
}

/** Forms that draw one another; the last of them has this content. */
function nested(depth: number, content: string): Buffer {
  const more: TestObjects = {};
  for (let at = 1; at < depth; at++) {
    const entries = `${formEntries} /Resources << /XObject << /F ${40 + at} 0 R >> >>`;
    if (at > 1) more[39 + at] = { entries, data: "/F Do" };
  }
  more[39 + depth] = { entries: withFont, data: content };
  return drawingForm(
    { entries: `${formEntries} /Resources << /XObject << /F 41 0 R >> >>`, data: "/F Do" },
    more,
  );
}

const spaces = (megabytes: number): TestObject => packed(" ".repeat(megabytes * 1024 * 1024));
const asForm = (content: TestObject): TestObject =>
  typeof content === "string" ? content : { ...content, entries: `${content.entries} ${withFont}` };
const damaged = { entries: "/Filter /FlateDecode", data: deflateSync("8 Tr".repeat(50)).fill(0xff, 2) };

/** A page for each of the contents. */
function pagesOf(contents: TestObject[]): Buffer {
  const kids = contents.map((_, index) => `${50 + index * 2} 0 R`).join(" ");
  const more: TestObjects = { 2: `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] >>` };
  for (const [index, content] of contents.entries()) {
    more[50 + index * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${51 + index * 2} 0 R >>`;
    more[51 + index * 2] = content;
  }
  return pdfWithTable(onePage({ more }));
}

test.each([
  ["a form that is too large", drawingForm(asForm(spaces(17)))],
  ["a form that cannot be decompressed", drawingForm(asForm(damaged))],
  ["a form in too many others", nested(14, "8 Tr")],
  ["page content that cannot be decompressed", pagesOf([damaged])],
  [
    "an operator behind more numbers than are kept",
    drawingForm(asForm({ entries: formEntries, data: `${"1 ".repeat(20_001)}8 Tr` })),
  ],
  ["page content that is too large", pagesOf([spaces(65)])],
  ["a page after more content than is examined", pagesOf([spaces(60), spaces(60), spaces(60)])],
])("%s gets a note that it was not examined [threat F15]", async (_, original) => {
  expect(await notesOf(original)).toContain("note-content-unexamined");
});

test("large and nested content within the limits gets no note", async () => {
  expect(await notesOf(drawingForm(asForm(spaces(15))))).toEqual([]);
  expect(await notesOf(nested(12, ""))).toEqual([]);
  expect(await notesOf(nested(12, "8 Tr"))).toEqual(["note-content-differs"]);
});

test("a form with the fonts of its page is examined on every page that has others [threat F15]", async () => {
  const page = (fonts: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 40 0 R >> ${fonts} >> >>`;
  const notesFor = (fonts: string) =>
    notesOf(
      pdfWithTable({
        ...onePage({ content: unpacked("/F Do") }),
        2: "<< /Type /Pages /Count 2 /Kids [3 0 R 42 0 R] >>",
        3: page("/Font << /F1 5 0 R >>"),
        40: { entries: formEntries, data: "BT /F1 12 Tf 60 600 Td (999) Tj ET" },
        42: page(fonts),
      }),
    );
  expect(await notesFor("/Font << /F1 5 0 R /F2 5 0 R >>")).toEqual([]);
  expect(await notesFor("")).toEqual(["note-content-differs"]);
});
