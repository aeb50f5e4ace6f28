import { expect, test } from "bun:test";
import { stampVisibly } from "./stamp-pdf-file.ts";
import { ambiguous, ambiguousDocument, type Parts, unambiguous } from "./test-ambiguous-content.ts";
import { pdfWithTable } from "./test-documents.ts";
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

test("a signed PDF gets the same note [threat F15]", async () => {
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Foo /Encoding << /Differences [49 /uni0039 /uni0038] >> >>";
  expect(await notesOf(signedPdf(undefined, "", { more: { 40: font } }))).toContain("note-text-differs");
});
