import { expect, test } from "bun:test";
import { onePage, pdfWithTable, unpacked } from "./test-documents.ts";
import { inkWithin, largestDifference, readers, renderPage } from "./test-readers.ts";

const square = (left: number) => pdfWithTable(onePage({ content: unpacked(`${left} 700 60 60 re f`) }));

for (const reader of readers) {
  test(`${reader} shows the same page the same way, and a changed page differently`, () => {
    const page = renderPage(square(60), reader);
    expect([page.width, page.height]).toEqual([595, 842]);
    expect(inkWithin(page, { left: 62 / 595, right: 118 / 595, top: 84 / 842, bottom: 140 / 842 })).toBe(1);
    expect(inkWithin(page, { left: 0.5, right: 1, top: 0, bottom: 1 })).toBe(0);
    expect(largestDifference(page, renderPage(square(60), reader))).toBe(0);
    expect(largestDifference(page, renderPage(square(70), reader))).toBe(1);
    const except = { left: 0, right: 0.5, top: 0, bottom: 1 };
    expect(largestDifference(page, renderPage(square(70), reader), { except })).toBe(0);
  });
}
