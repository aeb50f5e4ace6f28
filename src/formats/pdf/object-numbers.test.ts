import { expect, test } from "bun:test";
import { onePage, pdfWithTable } from "./test-documents.ts";
import { countPagesInReaders, samePages } from "./test-page-counts.ts";
import { SectionWriter } from "./test-sections.ts";
import { stamped } from "./test-stamping.ts";
import { findPdfErrors } from "./test-tools.ts";

const numbers = [1, 2, 3, 4, 5];

/** A cross-reference stream numbered 6 that neither lists nor counts itself. */
function unlistedStream(): Buffer {
  const file = new SectionWriter().objects(onePage());
  const start = file.stream(6, { 0: "free", ...file.entries(numbers) }, "/Size 6 /Root 1 0 R");
  return file.end(start).bytes();
}

/** The same as the older of two sections; the newer one is a table. */
function unlistedOlderStream(): Buffer {
  const file = new SectionWriter(unlistedStream());
  const older = file.bytes().lastIndexOf("6 0 obj");
  file.object(5, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>");
  return file.end(file.table(file.entries([5]), `/Size 6 /Root 1 0 R /Prev ${older}`)).bytes();
}

/** A hybrid file whose stream has a number that the table does not count. */
function unlistedHybridStream(): Buffer {
  const file = new SectionWriter().objects(onePage());
  const stream = file.stream(6, file.entries([5]), "/Size 6 /Root 1 0 R");
  const table = file.table({ 0: "free", ...file.entries(numbers) }, `/Size 6 /Root 1 0 R /XRefStm ${stream}`);
  return file.end(table).bytes();
}

const files = {
  "that the newest cross-reference stream has but does not list": unlistedStream(),
  "that an older cross-reference stream has but does not list": unlistedOlderStream(),
  "of a cross-reference stream beside a table": unlistedHybridStream(),
};

for (const [name, original] of Object.entries(files)) {
  test(`no new object takes a number ${name}; strict readers find all pages`, () => {
    const { file, appended, originalKept } = stamped(original);
    expect(originalKept).toBe(true);
    expect(appended.toString("latin1")).not.toMatch(/^6 0 obj/m);
    expect(countPagesInReaders(file)).toEqual(samePages(1));
    expect(findPdfErrors(file)).toBe("");
  });
}

test("no new object takes a number below the /Size of an older section", () => {
  const file = new SectionWriter().objects(onePage());
  const older = file.table({ 0: "free", ...file.entries(numbers) }, "/Size 40 /Root 1 0 R");
  file.end(older).object(5, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>");
  const newest = file.table(file.entries([5]), `/Size 6 /Root 1 0 R /Prev ${older}`);
  const { appended, file: copy } = stamped(file.end(newest).bytes());
  const added = [...appended.toString("latin1").matchAll(/^(\d+) 0 obj/gm)].map((match) => Number(match[1]));
  expect(added.filter((number) => number > 5 && number < 40)).toEqual([]);
  expect(countPagesInReaders(copy)).toEqual(samePages(1));
});

test("a /Size that is impossible for a file is ignored", () => {
  const original = pdfWithTable(onePage());
  const lying = Buffer.from(original.toString("latin1").replace("/Size 6", "/Size 8388608"), "latin1");
  expect(countPagesInReaders(stamped(lying).file).qpdf).toBe(1);
});

test("a document that has used up all object numbers is refused with advice", () => {
  const file = new SectionWriter().objects({ ...onePage(), 8388600: "<< >>" });
  const table = file.table(
    { 0: "free", ...file.entries([...numbers, 8388600]) },
    "/Size 8388601 /Root 1 0 R",
  );
  expect(() => stamped(file.end(table).bytes())).toThrow(
    new Error(
      "This PDF has no object numbers left for new objects. Please print it to PDF and upload the new file.",
    ),
  );
});
