import { expect, test } from "bun:test";
import type { Stamp } from "../stamp/stamp.ts";
import { PdfDocument } from "./document.ts";
import {
  defaultResources,
  manyPages,
  onePage,
  packed,
  pdfWithObjectStream,
  pdfWithTable,
  tidyContent,
  unpacked,
} from "./test-documents.ts";
import { signedPdf } from "./test-signing.ts";
import { defaultStamp, sha256Of, stamped } from "./test-stamping.ts";
import { effectiveObjects, findPdfErrors, textOfPages } from "./test-tools.ts";
import { asDict, asNumber, asString } from "./values.ts";

test("a stamped PDF begins with the original, byte for byte, and states its length and hash", () => {
  const original = pdfWithTable(onePage());
  const { file, originalKept, notes } = stamped(original);
  expect(originalKept).toBe(true);
  expect(notes).toEqual([]);
  expect(file.subarray(0, original.length).equals(original)).toBe(true);
  const catalog = effectiveObjects(file);
  expect(catalog).toContain(`"/Length": ${original.length}`);
  expect(catalog).toContain(`"/SHA256": "b:${sha256Of(original)}"`);
});

test("product name, client, serial number, local time and the sentence can be selected on every page", () => {
  const { file, pages } = stamped(pdfWithTable(manyPages(7)));
  const texts = textOfPages(file);
  expect(pages).toBe(7);
  expect(texts).toHaveLength(7);
  for (const text of texts) {
    expect(text).toContain(
      "Attestamp·November20,2026,1:11:00PMCST(UTC−6)·statedclient:JaneDoe·SerialAT-7K3M9-QX2T4-HV8BW-1C5DN",
    );
    expect(text).toContain("onthisdate:2026-11-2019:11:00UTC");
    expect(text).toContain("Thepage'sowntext");
  }
  expect(findPdfErrors(file)).toBe("");
});

test("the fonts of a stamp are the same for most names and numbers, and have few other letters", () => {
  const fontsOf = (changes: Partial<Stamp>) => {
    const { file, appended } = stamped(pdfWithTable(onePage()), changes);
    const text = appended.toString("latin1");
    expect(text).not.toContain("/CIDSet");
    expect(findPdfErrors(file)).toBe("");
    const widths = [...text.matchAll(/\/W \[0 \[([^\]]*)\]\]/g)].map(
      ([, list = ""]) => list.split(" ").length,
    );
    return { names: text.match(/\/FontName \/[A-Z]{6}\+\S+/g), widths, text: textOfPages(file)[0] };
  };
  const usual = fontsOf({});
  expect(usual.widths).toEqual([41, 75]);
  const other = fontsOf({ clientName: "Robert Quill-O'Hara", serialNumber: "AT-00000-ZZZZZ-WWWWW-YYYYY" });
  expect(other.names).toEqual(usual.names);
  expect(other.text).toContain("RobertQuill-O'Hara");
  for (const name of ["José Muñoz", "Иван Петров", "q\u0303u\u0323", "Jane 张伟", "محمد"])
    expect(fontsOf({ clientName: name }).text).toContain(name.normalize().replaceAll(" ", ""));
  for (const productName of ["Notary & Sons", "Sello Único de Querétaro", "Печать"])
    expect(fontsOf({ productName }).text).toContain(productName.replaceAll(" ", ""));
});

test("the size of the first page is known: A4 in either direction, or another", () => {
  const sized = (box: string) => stamped(pdfWithTable(onePage({ page: `/MediaBox [${box}]` }))).isA4;
  expect(["0 0 595 842", "10 10 852 605", "0 0 612 792", "0 0 420 595"].map(sized)).toEqual([
    ...[true, true, false, false],
  ]);
});

test("on every page, the stamp is a link to the document's record; other links stay, and a signed page gets none", () => {
  const origin = "https://attestamp.example";
  const record = `${origin}/verify/${defaultStamp.serialNumber}`;
  const { file, appended } = stamped(pdfWithTable(manyPages(3)), { origin });
  const written = appended.toString("latin1");
  expect(written.match(/\/Subtype \/Link \/Rect \[5\d\d[. ]/g)).toHaveLength(3);
  expect(written.split(`/URI (${record})`)).toHaveLength(2);
  expect(findPdfErrors(file)).toBe("");
  const link =
    "/Annots [<< /Type /Annot /Subtype /Link /Rect [1 2 3 4] /A << /S /URI /URI (https://a.example/) >> >>]";
  const linked = pdfWithTable(onePage({ page: `/MediaBox [0 0 595 842] ${link}` }));
  const objects = effectiveObjects(stamped(linked, { origin }).file);
  for (const address of [record, "https://a.example/"]) expect(objects).toContain(`u:${address}`);
  expect(effectiveObjects(stamped(signedPdf(), { origin }).file)).not.toContain(record);
});

test("a PDF with object streams and a cross-reference stream gets an update of the same kind", () => {
  const original = pdfWithObjectStream(manyPages(3));
  const { file, appended } = stamped(original);
  expect(appended.includes("/Type /XRef")).toBe(true);
  expect(appended.includes("/Type /ObjStm")).toBe(true);
  expect(appended.includes("\ntrailer")).toBe(false);
  expect(findPdfErrors(file)).toBe("");
  expect(textOfPages(file).filter((text) => text.includes(defaultStamp.serialNumber))).toHaveLength(3);
});

test("a stamped PDF can be stamped again", () => {
  const once = stamped(pdfWithTable(onePage())).file;
  const twice = stamped(once, { serialNumber: "AT-00000-00000-00000-0000Z", position: "top-left" });
  expect(twice.file.subarray(0, once.length).equals(once)).toBe(true);
  expect(findPdfErrors(twice.file)).toBe("");
  const [text] = textOfPages(twice.file);
  expect(text).toContain("AT-7K3M9-QX2T4-HV8BW-1C5DN");
  expect(text).toContain("AT-00000-00000-00000-0000Z");
});

test("the additions to a document of many pages are small", () => {
  const original = pdfWithObjectStream(manyPages(500));
  expect(stamped(original).appended.length).toBeLessThan(500 * 60);
});

test("the same document and stamp always give the same bytes", () => {
  const original = pdfWithTable(onePage());
  expect(stamped(original).file.equals(stamped(original).file)).toBe(true);
});

test("the document keeps its first identifier and gets a new second one", () => {
  const original = pdfWithTable(onePage(), { trailer: "/ID [<0011> <0011>]" });
  const [, first, second] =
    /\/ID \[<(\w+)> <(\w+)>\]/.exec(stamped(original).appended.toString("latin1")) ?? [];
  expect(first).toBe("0011");
  expect(second).toMatch(/^[0-9a-f]{32}$/);
});

test("links, bookmarks, forms, attachments, page labels, tags and metadata are kept", () => {
  const catalog = `/Outlines 20 0 R /AcroForm << /Fields [22 0 R] >> /PageLabels << /Nums [0 << /S /r >>] >>
    /Names << /EmbeddedFiles << /Names [(a.txt) 24 0 R] >> >> /StructTreeRoot 26 0 R /MarkInfo << /Marked true >>`;
  const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Annots [22 0 R 27 0 R] /StructParents 0 /Tabs /S`;
  const more = {
    20: "<< /Type /Outlines /First 21 0 R /Last 21 0 R /Count 1 >>",
    21: "<< /Title (Chapter) /Parent 20 0 R /Dest [3 0 R /Fit] >>",
    22: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /DV (typed) /Rect [60 600 200 620] /P 3 0 R >>",
    24: "<< /Type /Filespec /F (a.txt) /EF << /F 25 0 R >> >>",
    25: { entries: "/Type /EmbeddedFile", data: "attached" },
    26: "<< /Type /StructTreeRoot /K [] >>",
    27: "<< /Type /Annot /Subtype /Link /Rect [60 500 200 520] /A << /S /URI /URI (https://example.org/) >> >>",
  };
  const objects = effectiveObjects(stamped(pdfWithTable(onePage({ catalog, page, more }))).file);
  for (const kept of [
    '"/Title": "u:Chapter"',
    '"/DV": "u:typed"',
    '"/S": "/r"',
    "/EmbeddedFiles",
    "/StructTreeRoot",
  ]) {
    expect(objects).toContain(kept);
  }
  expect(objects).toContain('"/URI": "u:https://example.org/"');
  expect(objects).toContain('"/StructParents": 0');
  expect(objects).toMatch(/"\/Annots": \[\s*"22 0 R",\s*"27 0 R"\s*\]/);
});

test("pages that share resources or contents also share the additions", () => {
  const objects = manyPages(40);
  objects[6] = "<< /Font << /F1 5 0 R >> /XObject 7 0 R >>";
  objects[7] = "<< >>";
  for (let number = 10; number < 90; number += 2) {
    objects[number] =
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources 6 0 R /Contents 11 0 R >>";
  }
  const { file, appended } = stamped(pdfWithTable(objects));
  expect(appended.toString("latin1").match(/\/StampAT\w+ \d+ 0 R/g)).toHaveLength(1);
  expect(findPdfErrors(file)).toBe("");
  expect(textOfPages(file).every((text) => text.includes(defaultStamp.serialNumber))).toBe(true);
});

test("a page listed twice in the document is stamped once and counted twice", () => {
  const objects = { ...onePage(), 2: "<< /Type /Pages /Count 2 /Kids [3 0 R 3 0 R] >>" };
  const { pages, appended } = stamped(pdfWithTable(objects));
  expect(pages).toBe(2);
  expect(appended.toString("latin1").match(/ Do Q/g)).toHaveLength(1);
});

test("5,000 pages are stamped and 5,001 are refused [threat F10]", () => {
  expect(stamped(pdfWithTable(manyPages(5000))).pages).toBe(5000);
  expect(() => stamped(pdfWithTable(manyPages(5001)))).toThrow(
    "This PDF has more than 5,000 pages. Please split it and upload the parts.",
  );
});

test("a page without contents, with an empty list, or with contents that are missing is stamped", () => {
  const box = `/MediaBox [0 0 595 842] ${defaultResources}`;
  for (const contents of [
    "",
    "/Contents []",
    "/Contents null",
    "/Contents 77 0 R",
    "/Contents [77 0 R 4 0 R]",
  ]) {
    const { file } = stamped(pdfWithTable(onePage({ page: `${box} ${contents}` })));
    expect(findPdfErrors(file)).toBe("");
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  }
});

test("inherited and indirect resources and boxes are found", () => {
  const parent = "/MediaBox 20 0 R /Rotate 21 0 R /Resources << /Font << /F1 5 0 R >> >>";
  const more = { 20: "[0 22 0 R 595 842]", 21: "90", 22: "0" };
  const inherited = onePage({ page: "/Contents 4 0 R", parent, more, content: packed(tidyContent) });
  for (const original of [pdfWithTable(inherited), pdfWithObjectStream(inherited)]) {
    const { file } = stamped(original);
    expect(findPdfErrors(file)).toBe("");
    expect(textOfPages(file)[0]).toContain("Thepage'sowntext");
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  }
});

const mirrored = (word: string): string => [...word].reverse().join("");

test("names in other scripts and very long ones are printed completely, on pages of any size", () => {
  const long = `${"Wolfeschlegelsteinhausen ".repeat(6)}bergerdorff-welche-vor-altern`;
  for (const clientName of ["محمد علي", "דוד כהן", "王小明", "Иван Петров", "Ελένη", long]) {
    for (const box of ["[0 0 595 842]", "[0 0 30 30]"]) {
      const page = `/MediaBox ${box} ${defaultResources} /Contents 4 0 R`;
      const { file } = stamped(pdfWithTable(onePage({ page, content: unpacked("") })), { clientName });
      const [text = ""] = textOfPages(file);
      expect(text).toContain(defaultStamp.serialNumber);
      // Programs return right-to-left words in either order.
      const found = clientName
        .split(" ")
        .filter((word) => text.includes(word) || text.includes(mirrored(word)));
      expect(found).toEqual(clientName.split(" "));
      expect(findPdfErrors(file)).toBe("");
    }
  }
});

test("a stamped file states where its original ends, and one that is stamped again states it for the stamped file", () => {
  const noted = (pdf: Buffer) => new PdfDocument(pdf).xref.trailer.get("AttestampOriginal");
  for (const write of [pdfWithTable, pdfWithObjectStream]) {
    const original = write(onePage());
    const once = stamped(original).file;
    const twice = stamped(once).file;
    for (const [from, to] of [
      [original, once],
      [once, twice],
    ] as const) {
      const entry = asDict(noted(to));
      expect(asNumber(entry?.get("Length"))).toBe(from.length);
      expect(asString(entry?.get("SHA256"))?.toString("hex")).toBe(sha256Of(from));
    }
    expect(new PdfDocument(twice).catalog().dict.has("AttestampOriginal")).toBe(false);
  }
});
