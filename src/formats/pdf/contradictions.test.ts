import { expect, test } from "bun:test";
import { findContradictions } from "./contradictions.ts";
import { contradictions, harmless, unclearPages } from "./test-contradictions.ts";
import { defaultResources, onePage, pdfWithTable } from "./test-documents.ts";
import { inkWithin, readers, renderPage } from "./test-readers.ts";
import { readSignatures, signedPdf } from "./test-signing.ts";
import { stamped } from "./test-stamping.ts";
import { findPdfErrors, type Picture, type Region } from "./test-tools.ts";
import { getRaw } from "./values.ts";

const note =
  "Parts of this PDF contradict each other or are incomplete, so programs would show different content; the stamped copy looks the same in every program.";
const signedNote =
  "Parts of this signed PDF contradict each other or are incomplete, so programs may show different content; fixing this would break the signature.";
const pagesNote =
  "Some pages of this PDF do not say clearly which part of them is shown or how they are rotated; the stamped copy looks the same in every program.";

const above: Region = { left: 0.2, right: 0.6, top: 0.25, bottom: 0.38 };
const below: Region = { left: 0.2, right: 0.6, top: 0.67, bottom: 0.8 };

function shownIn(picture: Picture): "above" | "below" | "both" | undefined {
  const [isAbove, isBelow] = [inkWithin(picture, above) > 0.5, inkWithin(picture, below) > 0.5];
  if (isAbove && isBelow) return "both";
  return isAbove ? "above" : isBelow ? "below" : undefined;
}

const shownBy = (pdf: Uint8Array) => readers.map((reader) => shownIn(renderPage(pdf, reader, { dpi: 36 })));

for (const [name, { file: original, shown }] of Object.entries(contradictions)) {
  test(`${name}: every reader shows the same in the stamped copy, and the user gets a note [threat F15]`, () => {
    const { file, notes, originalKept } = stamped(original);
    expect(notes).toEqual([note]);
    expect(shownBy(file)).toEqual([shown, shown, shown]);
    expect(originalKept).toBe(true);
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    if (findPdfErrors(original) === "") expect(findPdfErrors(file)).toBe("");
  });
}

for (const [name, original] of Object.entries(harmless)) {
  test(`${name} changes nothing: every reader shows the same, without a note`, () => {
    const { file, notes, originalKept } = stamped(original);
    expect(notes).toEqual([]);
    expect(originalKept).toBe(true);
    expect(shownBy(file)).toEqual(["above", "above", "above"]);
  });
}

for (const [name, original] of Object.entries(unclearPages)) {
  test(`a page with ${name} looks the same in every reader, and the user gets a note [threat F15]`, () => {
    const { file, notes, originalKept } = stamped(original);
    expect(notes).toEqual([pagesNote]);
    expect(originalKept).toBe(true);
    const sizes = readers.map((reader) => {
      const { width, height } = renderPage(file, reader, { dpi: 36 });
      return [width, height];
    });
    expect(new Set(sizes.map(String)).size).toBe(1);
    expect(shownBy(file)).toEqual(["above", "above", "above"]);
  });
}

test("a signed document that contradicts itself keeps its signature, and the user gets a note", () => {
  const original = signedPdf(undefined, "", { more: { 40: "<< /Type /Font /Type /Page >>" } });
  const { file, notes } = stamped(original);
  expect(notes).toContain(signedNote);
  expect(notes).not.toContain(note);
  expect(readSignatures(file)).toContain("Signature is Valid");
  expect(file.subarray(0, original.length).equals(original)).toBe(true);
});

test("a document with several page size entries has the size of the last one", () => {
  const { file, notes } = stamped(
    pdfWithTable(
      onePage({
        page: `/MediaBox [0 0 595 842] /MediaBox [0 0 300 300] ${defaultResources} /Contents 4 0 R`,
      }),
    ),
  );
  expect(notes).toEqual([note]);
  for (const reader of readers) {
    const { width, height } = renderPage(file, reader);
    expect([width, height]).toEqual([300, 300]);
  }
});

test("repeated keys and generations are found at any depth, and nothing else is", () => {
  const find = (text: string) => findContradictions(getRaw(text));
  const none = { repeatsKey: false, hasGeneration: false };
  const many = Array.from({ length: 40 }, (_, index) => `/K${index} ${index}`).join(" ");
  expect(find("<< /A 1 /B /A /C [/A /A] /D << /A 1 >> /E (/A) % /A\n /F <2F41> >>")).toEqual(none);
  expect(find(`<< ${many} >>`)).toEqual(none);
  expect(find("[1 0 R 10 0 R << /A 1 0 R /B 0 >>]")).toEqual(none);
  expect(find("<< /A 1 /A 2 >>")).toEqual({ ...none, repeatsKey: true });
  expect(find("<< /A /B /#41 /B >>")).toEqual({ ...none, repeatsKey: true });
  expect(find("[<< /A [<< /B << /C 1 /D [] /C 2 >> >>] >>]")).toEqual({ ...none, repeatsKey: true });
  expect(find(`<< ${many} /K3 1 >>`)).toEqual({ ...none, repeatsKey: true });
  expect(find("<< /A 12 3 R >>")).toEqual({ ...none, hasGeneration: true });
  expect(find("<< /A 12 10 R >>")).toEqual({ ...none, hasGeneration: true });
});
