import { expect, test } from "bun:test";
import { stampVisibly } from "./stamp-pdf-file.ts";
import { defaultResources, onePage, pdfWithTable, type TestObjects, unpacked } from "./test-documents.ts";
import { coloredDocument, coloredPages, type TestPage } from "./test-page-colors.ts";
import { likeness, readers, renderPage, renderPages } from "./test-readers.ts";
import { fillInSignature, signedObjects, signedPdf } from "./test-signing.ts";
import { defaultStamp, sha256Of, stamped } from "./test-stamping.ts";

async function stampedVisibly(original: Buffer): Promise<{ file: Buffer; notes: string[] }> {
  const { beginning, appended, notes } = await stampVisibly(original, sha256Of(original), defaultStamp);
  return { file: Buffer.concat([beginning, appended]), notes: notes.map(({ code }) => code) };
}

const pageNamed = (name: string): TestPage => {
  const page = coloredPages.find((one) => one.name === name);
  if (!page) throw new Error(`There is no page with ${name}.`);
  return page;
};
const blindGroup = pageNamed("a group in a profile that shows everything as white");
const documentWith = (page: TestPage): Buffer => pdfWithTable(coloredDocument([page]));

test.each(readers)(
  "%s shows the stamp, whatever color spaces, groups and graphics states its pages have [threat F17]",
  async (reader) => {
    const { file } = await stampedVisibly(pdfWithTable(coloredDocument(coloredPages)));
    const [plain, ...others] = renderPages(file, reader);
    expect(others).toHaveLength(coloredPages.length - 1);
    const hidden = coloredPages.slice(1).filter((_, index) => {
      const { correlation, contrast } = likeness(plain, others[index]);
      return !(correlation > 0.8 && contrast > 0.5);
    });
    expect(hidden.map(({ name }) => name)).toEqual([]);
  },
);

test("a page group with colors that hide the stamp loses them, and the copy begins with the original [threat F17]", async () => {
  const original = documentWith(blindGroup);
  const { file } = await stampedVisibly(original);
  expect(file.subarray(0, original.length).equals(original)).toBe(true);
  expect(file.includes("/Group << /S /Transparency >>", original.length)).toBe(true);
});

test("a page group with colors that show the stamp keeps them", async () => {
  const original = documentWith(pageNamed("a group in calibrated colors"));
  const { file } = await stampedVisibly(original);
  expect(file.includes("/Group << /S /Transparency /CS [/CalRGB", original.length)).toBe(true);
});

test("the stamp of a signed page is visible in a group with colors of its own [threat F17]", async () => {
  const { file } = await stampedVisibly(
    signedPdf(undefined, pageNamed("a group in calibrated colors").entries),
  );
  const { file: plain } = await stampedVisibly(signedPdf());
  for (const reader of readers) {
    const { correlation } = likeness(renderPage(plain, reader), renderPage(file, reader));
    expect(correlation).toBeGreaterThan(0.8);
  }
});

test("a signed PDF whose page group hides the stamp is refused [threat F17]", async () => {
  const gamma = "[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [0.0001 0.0001 0.0001] >>]";
  const signed = signedPdf(undefined, `/Group << /S /Transparency /CS ${gamma} >>`);
  await expect(stampedVisibly(signed)).rejects.toThrow("makes the stamp invisible in some programs");
});

const primaries = "/Matrix [0.41 0.21 0.02 0.36 0.72 0.12 0.18 0.07 0.95]";
const calibrated = (gamma: number): string =>
  `/Group << /S /Transparency /CS [/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [${gamma} ${gamma} ${gamma}] ${primaries} >>] >>`;

/** A signed document with a page for each group. */
function signedPages([first = "", ...others]: string[]): Buffer {
  const more: TestObjects = {};
  const numbers = others.map((_, index) => 100 + index);
  for (const [index, group] of others.entries())
    more[100 + index] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${group} ${defaultResources} /Contents 4 0 R >>`;
  const parent = `/Count ${others.length + 1} /Kids [3 0 R ${numbers.map((number) => `${number} 0 R`).join(" ")}]`;
  const objects = signedObjects(undefined, first, { more });
  return fillInSignature(pdfWithTable({ ...objects, 2: `<< /Type /Pages ${parent} >>` }));
}

const harmlessGroups = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => calibrated(2 + index / 1000));

test("every page of a signed PDF is drawn before its stamps count as visible [threat F17]", async () => {
  const { notes } = await stampedVisibly(signedPages(harmlessGroups(12)));
  expect(notes).not.toContain("note-content-differs");
  const signed = signedPages([...harmlessGroups(11), calibrated(0.0001)]);
  await expect(stampedVisibly(signed)).rejects.toThrow("makes the stamp invisible in some programs");
});

test("a signed PDF with more colors of page groups than can be drawn is refused [threat F17]", async () => {
  const signed = signedPages(harmlessGroups(65));
  await expect(stampedVisibly(signed)).rejects.toThrow("makes the stamp invisible in some programs");
});

test("a shading that fills the page counts as a picture beneath the stamp", async () => {
  const function2 = "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 0 0] /C1 [0 0 1] >>";
  const shading = `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 595 842] /Function ${function2} >>`;
  const resources = `/Resources << /Shading << /S ${shading} >> /Pattern << /P << /PatternType 2 /Shading ${shading} >> >> >>`;
  for (const data of ["/S sh", "/Pattern cs /P scn 0 0 595 842 re f"]) {
    const page = `/MediaBox [0 0 595 842] ${resources} /Contents 4 0 R`;
    const { notes } = await stampedVisibly(pdfWithTable(onePage({ page, content: { entries: "", data } })));
    expect(notes).toEqual(["note-stamp-on-picture"]);
  }
});

test.each(readers)("%s shows the stamp on pages with an operator that lacks operands", (reader) => {
  for (const content of ["1 0 0 1 cm", "q 9 9 m 5 l S Q", "BT /F1 Tf ET", "/Note BDC EMC", "w"]) {
    const { file } = stamped(pdfWithTable(onePage({ content: unpacked(content) })));
    const sound = stamped(pdfWithTable(onePage({ content: unpacked("") }))).file;
    const { correlation } = likeness(renderPage(sound, reader), renderPage(file, reader));
    expect({ content, isShown: correlation > 0.8 }).toEqual({ content, isShown: true });
  }
});
