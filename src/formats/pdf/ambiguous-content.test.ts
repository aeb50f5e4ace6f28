import { expect, test } from "bun:test";
import { stampVisibly } from "./stamp-pdf-file.ts";
import {
  ambiguous,
  ambiguousDocument,
  jpeg2000Picture,
  type Parts,
  unambiguous,
} from "./test-ambiguous-content.ts";
import { onePage, pdfWithTable, unpacked } from "./test-documents.ts";
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
