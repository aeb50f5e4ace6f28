import { expect, test } from "bun:test";
import { onePage, type TestObjects } from "./test-documents.ts";
import { countPagesInReaders, samePages } from "./test-page-counts.ts";
import { SectionWriter, type TestEntries } from "./test-sections.ts";
import { fillInSignature, signedObjects } from "./test-signing.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { findPdfErrors, textOfPages } from "./test-tools.ts";

const visiblePages: TestObjects = { ...onePage(), 2: "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>" };
const secondPage =
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>";
const visible = [1, 2, 3, 4, 5];
const trailer = "/Size 9 /Root 1 0 R";

/** Two pages, the second in object stream 7, which readers without support for cross-reference streams do not see. */
function startHybrid(): { file: SectionWriter; hidden: TestEntries; table: TestEntries } {
  const file = new SectionWriter().objects(visiblePages);
  const inside = file.objectStream(7, { 6: secondPage });
  return {
    file,
    hidden: { ...inside, ...file.entries([7]) },
    table: { 0: "free", ...file.entries(visible) },
  };
}

/** As word processors write it: a table that marks the hidden objects as free, then an empty one with the stream. */
function hiddenInASecondSection(): Buffer {
  const { file, hidden, table } = startHybrid();
  const first = file.table({ ...table, 6: "free", 7: "free", 8: "free" }, trailer);
  file.end(first);
  const stream = file.stream(8, { ...file.entries(visible), ...hidden }, trailer);
  return file.end(file.table({}, `${trailer} /Prev ${first} /XRefStm ${stream}`)).bytes();
}

function besideTheTable(freeInTable: number[], freeInStream: number[]): Buffer {
  const { file, hidden, table } = startHybrid();
  const stream = file.stream(8, { ...asFree(freeInStream), ...hidden }, trailer);
  const section = file.table({ ...table, ...asFree(freeInTable) }, `${trailer} /XRefStm ${stream}`);
  return file.end(section).bytes();
}

const asFree = (numbers: number[]): TestEntries =>
  Object.fromEntries(numbers.map((number) => [number, "free"]));

const sound = {
  "whose hidden objects come with a second section": hiddenInASecondSection(),
  "whose table leaves hidden objects out": besideTheTable([], []),
  "whose table calls hidden objects free": besideTheTable([6, 7, 8], []),
  "whose stream calls visible objects free": besideTheTable([], [0, ...visible]),
};

for (const [name, original] of Object.entries(sound)) {
  test(`a hybrid file ${name} keeps its bytes, and every reader finds all its stamped pages`, () => {
    const { file, originalKept, pages, notes } = stamped(original);
    expect([pages, originalKept, notes]).toEqual([2, true, []]);
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    expect(countPagesInReaders(file)).toEqual(samePages(2));
    expect(textOfPages(file).filter((text) => text.includes(defaultStamp.serialNumber))).toHaveLength(2);
    expect(findPdfErrors(file)).toBe("");
  });
}

test("if an object is in both the table and its stream, the table's version is stamped, as qpdf and MuPDF read it", () => {
  const file = new SectionWriter().objects({ ...visiblePages, 6: secondPage });
  const table = { 0: "free", ...file.entries([1, 2, 3, 4, 5, 6]) } as const;
  file.object(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>");
  const stream = file.stream(8, file.entries([2]), trailer);
  const original = file.end(file.table(table, `${trailer} /XRefStm ${stream}`)).bytes();
  const before = countPagesInReaders(original);
  expect([before.qpdf, before.mupdf, before.poppler]).toEqual([2, 2, 2]);
  const after = stamped(original);
  expect([after.pages, after.originalKept]).toEqual([2, true]);
  expect(countPagesInReaders(after.file)).toEqual(samePages(2));
});

test("objects that the stream of a newer section marks as free are gone, whatever older sections say", () => {
  const file = new SectionWriter().objects({ ...onePage(), 6: secondPage });
  const first = file.table({ 0: "free", ...file.entries([1, 2, 3, 4, 5, 6]) }, trailer);
  file.end(first);
  file.object(2, "<< /Type /Pages /Count 1 /Kids [6 0 R 3 0 R] >>");
  const stream = file.stream(8, { 6: "free" }, trailer);
  const last = file.table(file.entries([2]), `${trailer} /Prev ${first} /XRefStm ${stream}`);
  expect(stamped(file.end(last).bytes()).pages).toBe(1);
});

test("a certified hybrid file that permits no changes is refused, although its stream has an uncertified catalog", () => {
  for (const permission of [1, 2, 3] as const) {
    const file = new SectionWriter().objects(signedObjects(permission));
    const numbers = Object.keys(file.offsets).map(Number);
    const table = { 0: "free", ...file.entries(numbers) } as const;
    file.object(1, "<< /Type /Catalog /Pages 2 0 R >>");
    const stream = file.stream(33, file.entries([1, 33]), "/Size 34 /Root 1 0 R");
    const start = file.table(table, `/Size 34 /Root 1 0 R /XRefStm ${stream}`);
    const original = fillInSignature(file.end(start).bytes());
    if (permission === 3) expect(stamped(original).originalKept).toBe(true);
    else expect(() => stamped(original)).toThrow("who allows no additions");
  }
});
