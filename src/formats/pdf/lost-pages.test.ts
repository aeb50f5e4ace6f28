import { expect, test } from "bun:test";
import { AppError } from "../../errors.ts";
import { manyPages, onePage, pdfWithObjectStream, pdfWithTable } from "./test-documents.ts";
import { countPagesInReaders, samePages } from "./test-page-counts.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { findPdfErrors, textOfPages } from "./test-tools.ts";

const text = (pdf: Buffer) => pdf.toString("latin1");
const bytes = (content: string) => Buffer.from(content, "latin1");
const changed = (pdf: Buffer, from: string | RegExp, to: string): Buffer => {
  const result = text(pdf).replace(from, to);
  expect(result).not.toBe(text(pdf));
  return bytes(result);
};
const withoutTable = (pdf: Buffer): Buffer => bytes(text(pdf).replaceAll("startxref", "startxxxx"));

const count = 6;
const sound = pdfWithTable(manyPages(count));
const attached = pdfWithTable(manyPages(1));
const page =
  "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 11 0 R";
const listing = (kids: string, pages: number) => `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`;

/** An uncompressed attached PDF whose stream length is in a later object. */
function withAttachment(length = attached.length): Buffer {
  const objects = {
    ...manyPages(count),
    90: { entries: "/Type /EmbeddedFile", data: attached },
    91: `${length}`,
  };
  return changed(
    pdfWithTable(objects),
    `/EmbeddedFile /Length ${attached.length}`,
    "/EmbeddedFile /Length 91 0 R",
  );
}

const repaired: Record<string, Buffer> = {
  "with an attached PDF of the same object numbers": withoutTable(withAttachment()),
  "with an attached PDF of unknown length": withoutTable(withAttachment(7)),
  "with streams that have no end word": withoutTable(bytes(text(sound).replaceAll("\nendstream", ""))),
  "with objects that have no end word": withoutTable(bytes(text(sound).replaceAll("\nendobj", ""))),
  "with line ends that a transfer has changed": bytes(text(sound).replaceAll("\n", "\r\n")),
  "with a page whose dictionary is not closed": changed(sound, "/Contents 15 0 R >>", "/Contents 15 0 R   "),
  "with a page that has a stray bracket": changed(sound, "/Contents 15 0 R", "/Contents 15 0 R )"),
  "with an older copy of an object that is cut off": withoutTable(
    changed(sound, "14 0 obj", "14 0 obj\n<< /Type /Page /MediaBox [0 0\nendobj\n14 0 obj"),
  ),
  "with a page that no cross-reference entry leads to": changed(sound, /xref\n0 22/, "xref\n0 14"),
  "with a damaged object that is no page": changed(sound, "/BaseFont /Helvetica", "/BaseFont )Helvetica"),
};

for (const [name, original] of Object.entries(repaired)) {
  test(`a damaged file ${name} keeps all its pages, in every reader`, () => {
    const { file, pages } = stamped(original);
    expect(pages).toBe(count);
    expect(countPagesInReaders(file)).toEqual(samePages(count));
    expect(textOfPages(file).filter((words) => words.includes("Thepage'sowntext"))).toHaveLength(count);
    expect(textOfPages(file).filter((words) => words.includes(defaultStamp.serialNumber))).toHaveLength(
      count,
    );
    expect(findPdfErrors(file)).toBe("");
  });
}

const kept: Record<string, Buffer> = {
  "that is written into the list of pages": pdfWithTable({
    ...manyPages(1),
    2: listing(`10 0 R << ${page} >>`, 2),
  }),
  "that is a stream": pdfWithTable({
    ...manyPages(1),
    2: listing("10 0 R 12 0 R", 2),
    12: { entries: page, data: "no content" },
  }),
};

for (const [name, original] of Object.entries(kept)) {
  test(`a page ${name} is stamped, as other readers count it`, () => {
    const { file, pages, originalKept } = stamped(original);
    expect([pages, originalKept]).toEqual([2, true]);
    expect(countPagesInReaders(file)).toEqual(samePages(2));
    expect(textOfPages(file).filter((words) => words.includes(defaultStamp.serialNumber))).toHaveLength(2);
  });
}

test("pages in an object stream whose last bytes are damaged are kept if they are complete", () => {
  const packed = pdfWithObjectStream({ ...manyPages(3), 99: `(${"filler ".repeat(300)})` });
  const end = packed.indexOf("endstream", packed.indexOf("/ObjStm"));
  packed.fill(0xff, end - 8, end - 4);
  const { file, pages } = stamped(packed);
  expect(pages).toBe(3);
  expect(countPagesInReaders(file)).toEqual(samePages(3));
});

const branches = {
  ...manyPages(4),
  2: listing("6 0 R 7 0 R", 4),
  6: "<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [10 0 R 12 0 R] >>",
  7: "<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [14 0 R 16 0 R] >>",
};
const onlySome = (found: number, total: number) =>
  `Only ${found} of the ${total} pages of this PDF can be read. Please upload a complete copy.`;

const lost: Record<string, [Buffer, string]> = {
  "a page whose number was overwritten": [
    changed(sound, "\n14 0 obj", "\nxx 0 obj"),
    "Page 3 of the 6 pages of this PDF is missing or damaged. Please upload a complete copy.",
  ],
  "a page that lost its contents": [
    changed(sound, "/Contents 15 0 R >>", "/Contents )5 0 R >>"),
    "Page 3 of the 6 pages of this PDF is missing or damaged. Please upload a complete copy.",
  ],
  "pages behind the point where the file breaks off": [
    sound.subarray(0, sound.indexOf("\n16 0 obj") + 60),
    "Pages 4–6 of the 6 pages of this PDF are missing or damaged. Please upload a complete copy.",
  ],
  "pages here and there": [
    changed(changed(sound, "\n14 0 obj", "\nxx 0 obj"), "\n18 0 obj", "\nxx 0 obj"),
    "Pages 3, 5 of the 6 pages of this PDF are missing or damaged. Please upload a complete copy.",
  ],
  "a branch of its pages": [changed(pdfWithTable(branches), "\n7 0 obj", "\nx 0 obj"), onlySome(2, 4)],
  "the kids of a branch": [
    pdfWithTable({ ...branches, 7: "<< /Type /Pages /Parent 2 0 R /Count 2 /Kids 8 0 R >>" }),
    onlySome(2, 4),
  ],
  "part of a list of pages": [
    withoutTable(changed(sound, "10 0 R 12 0 R 14 0 R", "                    ")),
    onlySome(3, 6),
  ],
};

for (const [name, [original, sentence]] of Object.entries(lost)) {
  test(`a file that lost ${name} is refused with a message that says which or how many pages are lost`, () => {
    expect(() => stamped(original)).toThrow(new Error(sentence));
  });
}

test("the rest of a deleted page does not count as a lost page", () => {
  const { file, pages, notes } = stamped(pdfWithTable({ ...onePage(), 2: listing("9 0 R 3 0 R", 1) }));
  expect([pages, notes]).toEqual([1, []]);
  expect(countPagesInReaders(file)).toEqual(samePages(1));
});

test("a file that declares more pages than it lists is stamped, and the user gets a note", () => {
  const { notes, originalKept } = stamped(changed(sound, `/Count ${count}`, "/Count 9"));
  expect(originalKept).toBe(true);
  expect(notes).toEqual([
    "This PDF says that it has more pages (9) than it lists (6); those that it lists were stamped.",
  ]);
});

/** Blocks lost by a disk, and bytes dropped in a transfer, the same on every run. */
function* damages(pdf: Buffer): Generator<[string, Buffer]> {
  const block = 200;
  for (let round = 0; round < 6; round++) {
    const at = Math.floor(((round + 0.5) * (pdf.length - block)) / 6);
    const zeroed = Buffer.from(pdf);
    zeroed.fill(0, at, at + block);
    yield [`${block} bytes from ${at} on overwritten`, zeroed];
    yield [
      `${block} bytes from ${at} on missing`,
      Buffer.concat([pdf.subarray(0, at), pdf.subarray(at + block)]),
    ];
  }
}

for (const [kind, original] of Object.entries({
  table: sound,
  "object stream": pdfWithObjectStream(manyPages(6)),
})) {
  test(`whatever part of a file with a ${kind} is damaged, no page that other readers find is silently lost`, () => {
    for (const [damage, file] of damages(original)) {
      const outcome = pagesOrSentence(file);
      if (typeof outcome === "string") {
        expect(`${damage}: ${outcome}`).toMatch(/: (This PDF|Only|Pages?|A page) .*\.$/);
        continue;
      }
      const { qpdf, mupdf, poppler, ghostscript } = countPagesInReaders(file);
      const most = Math.max(...[qpdf, mupdf, poppler, ghostscript].filter((pages) => !Number.isNaN(pages)));
      expect([damage, outcome]).toEqual([damage, Math.max(most, outcome)]);
    }
  });
}

function pagesOrSentence(original: Buffer): number | string {
  try {
    return stamped(original).pages;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
