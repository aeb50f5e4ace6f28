import { expect, test } from "bun:test";
import {
  defaultResources,
  onePage,
  packed,
  pdfWithTable,
  type TestObject,
  tidyContent,
  unpacked,
} from "./test-documents.ts";
import { inkWithin, readers, renderPage } from "./test-readers.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { changedRegion, findPdfErrors, type Region, readPicture, textOfPages } from "./test-tools.ts";

/** Within the stamp at the right edge, where the page shows nothing else. */
const stampPlace: Region = { left: 0.955, right: 0.985, top: 0.3, bottom: 0.7 };
const layerOff = "/OCProperties << /OCGs [20 0 R] /D << /OFF [20 0 R] >> >>";
const layers = "/Properties << /off 20 0 R >>";

function documentWith(
  content: TestObject,
  contents = "4 0 R",
  more: Record<number, TestObject> = {},
): Buffer {
  const page = `/MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> ${layers} >> /Contents ${contents}`;
  const objects = onePage({ page, content, catalog: layerOff });
  return pdfWithTable({ ...objects, 20: "<< /Type /OCG /Name (off) >>", ...more });
}

/**
 * Checks that the stamp is visible at its default place, that nothing else has changed, and that its text can be
 * selected.
 */
async function expectOnlyTheStamp(original: Buffer): Promise<void> {
  const { file, originalKept } = stamped(original);
  expect(originalKept).toBe(true);
  expect(findPdfErrors(file)).toBe("");
  const seen = changedRegion(await readPicture(original), await readPicture(file));
  expect(seen?.left).toBeGreaterThan(0.92);
  expect((seen?.bottom ?? 0) - (seen?.top ?? 0)).toBeGreaterThan(0.3);
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
}

const untidy: Record<string, string> = {
  "leaves the scale changed": "q 0.5 0 0 0.5 50 400 cm q 0 1 0 rg 0 0 100 100 re f",
  "changes the scale without saving the state": "0.3 0 0 0.3 0 0 cm 0 1 0 rg 0 0 100 100 re f",
  "leaves a clip behind": "q 50 50 100 100 re W n q 1 0 1 rg 0 0 300 300 re f",
  "ends inside a text": "BT /F1 30 Tf 100 300 Td (open) Tj",
  "ends inside a layer that is switched off": "/OC /off BDC BT /F1 30 Tf 100 300 Td (hidden) Tj ET",
  "ends inside two layers": "/OC /off BDC /OC /off BDC 0 0 10 10 re f",
  "ends with a path": "100 100 m 200 200 l",
  "ends with a clip that is not yet made": "50 50 100 100 re W",
  "ends inside a string": "BT /F1 12 Tf 100 300 Td (never (closed",
  "ends inside a hexadecimal string": "BT /F1 12 Tf 100 300 Td <4142",
  "ends inside an array": "BT /F1 12 Tf 100 300 Td [(a) 20",
  "ends with one Q too many": "0 1 0 rg 100 100 50 50 re f Q Q",
  "hides operators in strings, comments and names":
    "(q BT \\( q) pop % q q BT BDC\n/q /BT <71> pop 0 1 0 rg 9 9 9 9 re f",
  "hides operators in dictionaries": "/Span << /q [ /BT /BDC ] /ActualText (q) >> BDC EMC",
  "holds an inline image with operators among its data":
    "q 50 0 0 50 200 200 cm BI /W 4 /H 4 /CS /G /BPC 8 ID q BT q BDC q q EI Q",
  "makes the pen invisible": "/Invisible gs 7 Tr 0 0 0 0 k",
};

for (const [name, content] of Object.entries(untidy)) {
  test(`content that ${name} does not move, hide or color the stamp`, async () => {
    await expectOnlyTheStamp(documentWith(unpacked(tidyContent + content)));
    await expectOnlyTheStamp(documentWith(packed(tidyContent + content)));
  });
}

test("a hidden layer that is never ended does not hide the stamp in any reader", () => {
  const endings: Record<string, string> = {
    once: "/OC /off BDC 0 0 10 10 re f",
    twice: "/OC /off BDC /OC /off BDC 0 0 10 10 re f",
    "within text": "BT /F1 9 Tf /OC /off BDC (hidden) Tj",
    "within a saved state": "q /OC /off BDC 0 0 10 10 re f",
    "after a Q too many": "Q /OC /off BDC 0 0 10 10 re f",
  };
  for (const ending of Object.values(endings)) {
    const content = unpacked(`BT /F1 9 Tf 60 700 Td (seen) Tj ET ${ending}`);
    for (const original of [
      documentWith(content),
      documentWith(unpacked("q Q"), "[4 0 R 21 0 R]", { 21: content }),
    ]) {
      const { file, originalKept } = stamped(original);
      expect(originalKept).toBe(true);
      expect(findPdfErrors(file)).toBe("");
      for (const reader of readers)
        expect(inkWithin(renderPage(file, reader), stampPlace)).toBeGreaterThan(0.02);
    }
  }
});

test("content in several streams, split between any two tokens, is kept in order", async () => {
  const more = {
    21: unpacked("100 100 cm 0 1 0 rg 0 0 100 100 re"),
    22: packed("f Q q q"),
    23: "[4 0 R 21 0 R 22 0 R]",
  };
  await expectOnlyTheStamp(
    documentWith(unpacked(`${tidyContent} q 0.5 0 0 0.5`), "[4 0 R 21 0 R 22 0 R]", more),
  );
  await expectOnlyTheStamp(documentWith(unpacked(`${tidyContent} q 0.5 0 0 0.5`), "23 0 R", more));
});

test("a surplus Q in the middle keeps the content after it as readers show it", async () => {
  const original = documentWith(
    unpacked(`${tidyContent} 0.3 0 0 0.3 0 0 cm Q 0 1 0 rg 300 300 500 500 re f`),
  );
  const ignored = documentWith(unpacked(`${tidyContent} 0.3 0 0 0.3 0 0 cm 0 1 0 rg 300 300 500 500 re f`));
  const seen = changedRegion(await readPicture(ignored), await readPicture(stamped(original).file));
  expect(seen?.left).toBeGreaterThan(0.92);
});

test("content behind another filter is analyzed too", async () => {
  const hex = Buffer.from(tidyContent, "latin1").toString("hex");
  await expectOnlyTheStamp(documentWith({ entries: "/Filter /ASCIIHexDecode", data: `${hex}>` }));
});

const long = `${tidyContent}${Array.from({ length: 3000 }, (_, index) => `${(index * 7919) % 500} 0 m `).join("")}n `;
const plainPage = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R`;
const notRepeated: Record<string, (content: string) => Buffer> = {
  "ends in an unknown state": (content) =>
    pdfWithTable(onePage({ page: plainPage, content: unpacked(`${content} foo q`) })),
  "is behind a filter that no one knows": (content) =>
    pdfWithTable(onePage({ page: plainPage, content: { entries: "/Filter /Unheard", data: content } })),
  "is in a document with hidden layers": (content) => documentWith(unpacked(content)),
  "ends inside a hidden layer": (content) => documentWith(unpacked(`${content} /OC /off BDC 0 0 9 9 re f`)),
};

for (const [name, document] of Object.entries(notRepeated)) {
  test(`page content that ${name} is not written a second time`, () => {
    const original = document(long);
    const { appended, file } = stamped(original);
    expect(appended.length).toBeLessThan(stamped(document(tidyContent)).appended.length + 100);
    for (const reader of readers)
      expect(inkWithin(renderPage(file, reader), stampPlace)).toBeGreaterThan(0.02);
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  });
}

test("content that would unpack to too much memory is not unpacked [threat F11]", () => {
  const bomb = packed(`${" ".repeat(100_000_000)}q`);
  const before = process.memoryUsage().rss;
  const { appended } = stamped(documentWith(bomb));
  expect(appended.includes("/Subtype /Stamp")).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

test("random words of content never hide the stamp", async () => {
  const words = [
    "q",
    "Q",
    "BT",
    "ET",
    "/a BMC",
    "EMC",
    "(q",
    ")",
    "<<",
    ">>",
    "[",
    "]",
    "W",
    "n",
    "1 0 0 1 9 9 cm",
    "% x\n",
  ];
  let seed = 7;
  const next = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  for (let round = 0; round < 25; round++) {
    const content = Array.from({ length: 1 + next(30) }, () => words[next(words.length)]).join(" ");
    const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R`;
    const { file } = stamped(pdfWithTable(onePage({ page, content: unpacked(content) })));
    expect({ content, text: textOfPages(file)[0] }).toMatchObject({
      content,
      text: expect.stringContaining(defaultStamp.serialNumber),
    });
  }
});
