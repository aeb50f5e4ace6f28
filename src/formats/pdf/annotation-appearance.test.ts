import { expect, test } from "bun:test";
import { annotationPictures, annotations } from "./test-annotations.ts";
import { defaultResources, onePage, pdfWithTable, unpacked } from "./test-documents.ts";
import { inkWithin, largestDifference, readers, renderPage } from "./test-readers.ts";
import { stamped } from "./test-stamping.ts";
import { findPdfErrors, type Region, textOfPages } from "./test-tools.ts";

const note =
  "Some notes or drawings in this PDF had no complete appearance, so programs would show them differently; the stamped copy shows the same in every program.";
const linkNote =
  "Links or pop-up notes in this PDF had pictures that only some programs show; the stamped copy leaves them out.";
const place: Region = { left: 50 / 595, right: 270 / 595, top: 1 - 650 / 842, bottom: 1 - 590 / 842 };
const stampRegion: Region = { left: 0.92, right: 1, top: 0, bottom: 1 };

const withAnnotation = (annotation: string): Buffer =>
  pdfWithTable(
    onePage({
      page: `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Annots [20 0 R]`,
      content: unpacked(" "),
      more: { 20: annotation, ...annotationPictures },
    }),
  );

/** Annotations that no program shows after stamping. */
const invisible = new Set([
  "a square without a color",
  "states of which none is chosen",
  "a state that is missing",
  "a rectangle that is missing",
]);

for (const [name, annotation] of Object.entries(annotations)) {
  test(`${name} looks the same in every reader, and the user gets a note [threat F15]`, () => {
    const original = withAnnotation(annotation);
    const { file, notes } = stamped(original);
    expect(notes).toEqual([note]);
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    expect(findPdfErrors(file)).toBe("");
    const pictures = readers.map((reader) => renderPage(file, reader));
    for (const picture of pictures) expect(inkWithin(picture, place) > 0).toBe(!invisible.has(name));
    // Colors become different grays, and edges are smoothed differently.
    for (const picture of pictures.slice(1))
      expect(
        largestDifference(picture, pictures[0] ?? picture, { except: stampRegion, square: 8 }),
      ).toBeLessThan(0.35);
  });
}

test("a drawing whose rectangle is elsewhere is shown at its points, as programs draw it", () => {
  const elsewhere = "/Rect [400 100 300 20] /C [0 0 1] /BS << /W 6 >>";
  for (const shape of [
    "/Subtype /Line /L [60 600 260 640]",
    "/Subtype /PolyLine /Vertices [60 600 260 640 200 600]",
    "/Subtype /Ink /InkList [[60 600 160 640 260 600]]",
    "/Subtype /Highlight /QuadPoints [60 640 260 640 60 600 260 600]",
  ]) {
    const { file, notes } = stamped(withAnnotation(`<< /Type /Annot ${shape} ${elsewhere} /F 4 >>`));
    expect(notes).toEqual([note]);
    for (const reader of readers) expect(inkWithin(renderPage(file, reader), place)).toBeGreaterThan(0);
  }
});

test("the text of a free text annotation and of a rubber stamp can be read in the stamped copy", () => {
  const freeText = stamped(withAnnotation(annotations["free text"] ?? ""));
  expect(textOfPages(freeText.file)[0]).toContain("1,000dollars");
  const rubberStamp = stamped(withAnnotation(annotations["a rubber stamp"] ?? ""));
  expect(textOfPages(rubberStamp.file)[0]).toContain("NOTAPPROVED");
});

test("a selected state, and annotations that no program draws, stay unchanged", () => {
  const states = "/AP << /N << /On 21 0 R /Off 22 0 R >> >>";
  for (const entries of [`/Subtype /Stamp /AS /On ${states}`, "/Subtype /Watermark", "/Subtype /Unheard"]) {
    const { notes } = stamped(withAnnotation(`<< /Type /Annot /Rect [60 600 260 640] /F 4 ${entries} >>`));
    expect(notes).toEqual([]);
  }
});

test("the wide frame of a link and an open pop-up note, which only some readers draw, are hidden in all", () => {
  for (const entries of [
    "/Subtype /Link /Border [0 0 30] /C [1 0 0]",
    "/Subtype /Link /BS << /W 12 >> /C [0]",
    "/Subtype /Popup /Open true /Contents (words)",
  ]) {
    const { file, notes } = stamped(
      withAnnotation(`<< /Type /Annot /Rect [60 600 260 640] /F 4 ${entries} >>`),
    );
    expect(notes).toEqual([linkNote]);
    for (const reader of readers) expect(inkWithin(renderPage(file, reader), place)).toBe(0);
  }
});

test("annotations that share one very long path are drawn up to a limit, and the rest are left unchanged", () => {
  const path = Array.from({ length: 1000 }, (_, index) => index % 500).join(" ");
  const ink = `<< /Type /Annot /Subtype /Ink /Rect [10 10 500 500] /F 4 /InkList [${"20 0 R ".repeat(90)}] >>`;
  const numbers = Array.from({ length: 60 }, (_, index) => 30 + index);
  const list = numbers.map((number) => `${number} 0 R`).join(" ");
  const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Annots [${list}]`;
  const more = { 20: `[${path}]`, ...Object.fromEntries(numbers.map((number) => [number, ink])) };
  const { file } = stamped(pdfWithTable(onePage({ page, more })));
  const drawn = file.toString("latin1").match(/\/AP << \/N/g)?.length;
  expect(drawn).toBeGreaterThan(0);
  expect(drawn).toBeLessThan(numbers.length);
  expect(findPdfErrors(file)).toBe("");
});
