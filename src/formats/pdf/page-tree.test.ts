import { expect, test } from "bun:test";
import { defaultResources, manyPages, onePage, pdfWithObjectStream, pdfWithTable } from "./test-documents.ts";
import { signedPdf } from "./test-signing.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { countPages, effectiveObjects, findPdfErrors, readPicture, textOfPages } from "./test-tools.ts";

const box = "/MediaBox [0 0 595 842]";
const page = (entries: string, parent = 2, type = "/Page"): string =>
  `<< /Type ${type} /Parent ${parent} 0 R ${defaultResources} /Contents 4 0 R ${entries} >>`;
const two = { 2: "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>" };

const doubtful = {
  "with an empty list of kids": { ...two, 6: page(`${box} /Kids []`) },
  "with null for its kids": { ...two, 6: page(`${box} /Kids null`) },
  "that is its own kid": { ...two, 6: page(`${box} /Kids [6 0 R]`) },
  "called a page tree": { ...two, 6: page(box, 2, "/Pages") },
  "called a page tree by another object": { ...two, 6: page(box, 2, "7 0 R"), 7: "/Pages" },
  "called something else": { ...two, 6: page(box, 2, "/Template") },
  "found through two references": {
    2: "<< /Type /Pages /Count 2 /Kids [3 0 R 7 0 R] >>",
    6: page(box),
    7: "6 0 R",
  },
  "named with a wrong generation": {
    2: "<< /Type /Pages /Count 2 /Kids [3 0 R 6 3 R] >>",
    6: page(box),
  },
  "that the tree does not count": { 2: "<< /Type /Pages /Count 1 /Kids [3 0 R 6 0 R] >>", 6: page(box) },
  "that stands in the tree twice": { 2: "<< /Type /Pages /Count 2 /Kids [3 0 R 3 0 R] >>" },
};

for (const [name, objects] of Object.entries(doubtful)) {
  test(`a page ${name} is stamped like any other, and counted`, () => {
    for (const write of [pdfWithTable, pdfWithObjectStream]) {
      const { file, pages } = stamped(write({ ...onePage(), ...objects }));
      expect(pages).toBe(2);
      expect(countPages(file)).toBe(2);
      const texts = textOfPages(file);
      expect(texts).toHaveLength(2);
      expect(texts.every((text) => text.includes(defaultStamp.serialNumber))).toBe(true);
    }
  });
}

test("a page tree that is one page is stamped", () => {
  const { file, pages } = stamped(pdfWithTable({ ...onePage(), 2: page(box) }));
  expect([pages, countPages(file)]).toEqual([1, 1]);
  expect(findPdfErrors(file)).toBe("");
});

test("a catalog that is listed as a page remains the catalog", () => {
  const { file } = stamped(
    pdfWithTable({ ...onePage(), 2: "<< /Type /Pages /Count 2 /Kids [3 0 R 1 0 R] >>" }),
  );
  expect(countPages(file)).toBe(2);
  expect(findPdfErrors(file)).toBe("");
});

const refused =
  "Programs would show different pages of this PDF. Please print it to PDF and upload the new file.";

test("a document in which programs would show different pages is refused with advice", () => {
  const pageWithKids = { ...two, 6: page(`${box} /Kids [3 0 R]`) };
  const twoLists = {
    2: "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] /Kids [3 0 R] >>",
    6: page(box),
  };
  for (const objects of [pageWithKids, twoLists]) {
    expect(() => stamped(pdfWithTable({ ...onePage(), ...objects }))).toThrow(refused);
  }
});

test("boxes are inherited from the tree that lists the page, whatever parent the page names", async () => {
  const tree = `<< /Type /Pages /Count 1 /Kids [3 0 R] ${box} >>`;
  const other = "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 300] /Rotate 90 >>";
  const { file } = stamped(pdfWithTable({ ...onePage(), 2: tree, 3: page("", 7), 7: other }));
  const { width, height } = await readPicture(file);
  expect(width / height).toBeCloseTo(595 / 842, 1);
  const objects = effectiveObjects(file);
  expect(objects).not.toMatch(/"\/Parent": "7 0 R"[^}]*"\/Type": "\/Page"/);
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
});

test("a page that gets different boxes from two parents becomes two pages, each with the stamp inside its own box", () => {
  const objects = {
    ...onePage(),
    2: `<< /Type /Pages /Count 2 /Kids [7 0 R 8 0 R] ${box} >>`,
    3: page("", 7),
    7: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] >>",
    8: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 300] >>",
  };
  const { file, appended, pages } = stamped(pdfWithTable(objects));
  expect([pages, countPages(file)]).toEqual([2, 2]);
  const written = appended.toString("latin1");
  expect(written.match(/\/MediaBox \[0 0 595 842\]/g)).toHaveLength(1);
  expect(written.match(/\/MediaBox \[0 0 300 300\]/g)).toHaveLength(1);
  expect(textOfPages(file).filter((text) => text.includes(defaultStamp.serialNumber))).toHaveLength(2);
});

test("if a box or rotation is repeated, one of them is chosen and written", () => {
  const { appended } = stamped(
    pdfWithTable({
      ...onePage(),
      3: page(`${box} /CropBox [0 0 100 100] /CropBox [0 0 595 842] /Rotate 90 /Rotate 0`),
    }),
  );
  expect(appended.toString("latin1").match(/\/CropBox|\/Rotate/g)).toEqual(["/CropBox"]);
});

test("the pages of a deep tree are kept in order", () => {
  const objects = manyPages(4);
  objects[2] = "<< /Type /Pages /Count 4 /Kids [6 0 R 7 0 R] >>";
  objects[6] = "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [16 0 R] >>";
  objects[7] = "<< /Type /Pages /Parent 2 0 R /Count 3 /Kids [14 0 R 10 0 R 12 0 R] >>";
  const written = stamped(pdfWithTable(objects)).appended.toString("latin1");
  expect(written).toContain("/Kids [16 0 R 14 0 R 10 0 R 12 0 R]");
});

test("a signed document whose pages can be read in two ways is refused, because a repair would break the signature", () => {
  for (const entries of ["/Kids []", "/Rotate 0 /Rotate 90", "/Parent 9 0 R"]) {
    expect(() => stamped(signedPdf(undefined, entries))).toThrow("can be read in more than one way");
  }
});
