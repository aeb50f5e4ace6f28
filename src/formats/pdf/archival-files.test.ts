import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { countGlyphs } from "../text/truetype-tables.ts";
import { onePage, pdfWithTable, type TestObjects } from "./test-documents.ts";
import { stamped } from "./test-stamping.ts";
import { effectiveObjects, findPdfErrors, inFolder, runTool } from "./test-tools.ts";

const claims = {
  "an element": (part: number) =>
    `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`,
  "an attribute": (part: number) => `<rdf:Description pdfaid:conformance='B' pdfaid:part='${part}'/>`,
};

type Claim = { claim?: string; page?: string; more?: TestObjects; packed?: boolean };

function archivalPdf({ claim = "", page = "", more = {}, packed = false }: Claim): Buffer {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${claim}</x:xmpmeta>`;
  const metadata = packed
    ? { entries: "/Type /Metadata /Subtype /XML /Filter /FlateDecode", data: deflateSync(xmp) }
    : { entries: "/Type /Metadata /Subtype /XML", data: xmp };
  return pdfWithTable(
    onePage({
      catalog: "/Metadata 30 0 R",
      page: `/MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R ${page}`,
      more: { 30: metadata, ...more },
    }),
  );
}

/** What the stamp adds that ISO 19005-1, 6.4 forbids: opacities other than 1, soft masks and transparency groups. */
function findTransparency(pdf: Buffer): string[] {
  const objects = effectiveObjects(pdf);
  return [
    ...(objects.match(/"\/(?:ca|CA)": (?!1\b)[\d.]+/g) ?? []),
    ...(objects.match(/"\/SMask": (?!"\/None")[^,}]+/g) ?? []),
    ...(objects.match(/"\/S": "\/Transparency"/g) ?? []),
    ...(objects.match(/"\/BM": (?!"\/Normal")[^,}]+/g) ?? []),
  ];
}

for (const [form, claim] of Object.entries(claims)) {
  test(`a PDF/A-1 stays one: the stamp is opaque, and its font lists its glyphs (the claim is ${form})`, () => {
    for (const packed of [false, true]) {
      const { file } = stamped(archivalPdf({ claim: claim(1), packed }));
      expect(findPdfErrors(file)).toBe("");
      expect(findTransparency(file)).toEqual([]);
      expect(effectiveObjects(file)).toContain('"/CIDSet"');
    }
  });
}

test("later parts of PDF/A restrict transparency to pages with known colors, so the stamp is opaque there, too", () => {
  for (const part of [2, 3, 4]) {
    const { file } = stamped(archivalPdf({ claim: claims["an element"](part) }));
    expect(findTransparency(file)).toEqual([]);
  }
});

test("a claim in UTF-16 counts as well", () => {
  const claim = [...claims["an attribute"](1)].join("\0");
  expect(findTransparency(stamped(archivalPdf({ claim })).file)).toEqual([]);
});

test("above other annotations, the stamp of a PDF/A is an annotation that is printed and never hidden", () => {
  const more = { 31: "<< /Type /Annot /Subtype /Square /Rect [500 300 600 500] /F 4 /AP << /N 32 0 R >> >>" };
  const square = { 32: { entries: "/Type /XObject /Subtype /Form /BBox [0 0 9 9]", data: "0 0 9 9 re f" } };
  const { file } = stamped(
    archivalPdf({ claim: claims["an element"](1), page: "/Annots [31 0 R]", more: { ...more, ...square } }),
  );
  expect(findTransparency(file)).toEqual([]);
  expect(effectiveObjects(file)).toContain('"/F": 708');
});

test("elsewhere the stamp hides nothing completely", () => {
  expect(findTransparency(stamped(archivalPdf({})).file)).toEqual(['"/ca": 0.88']);
});

for (const [name, clientName] of Object.entries({
  "its letters": "Jane Doe",
  "marks above letters": "Ü नमस्ते محمد",
})) {
  test(`the glyph list of a font with ${name} has one bit for each glyph of the font, also for parts of others`, () => {
    const { file } = stamped(archivalPdf({ claim: claims["an element"](1) }), { clientName });
    const descriptors = [...file.toString("latin1").matchAll(/\/CIDSet (\d+) 0 R \/FontFile2 (\d+) 0 R/g)];
    expect(descriptors.length).toBeGreaterThan(0);
    for (const [, list = "", program = ""] of descriptors) {
      const count = countGlyphs(readStream(file, program));
      const bits = [...readStream(file, list)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
      expect(bits).toBe("1".repeat(count).padEnd(Math.ceil(count / 8) * 8, "0"));
    }
  });
}

const readStream = (file: Buffer, number: string): Buffer =>
  inFolder(file, (folder) => {
    runTool("sh", ["-c", `qpdf --show-object=${number} --filtered-stream-data in.pdf > out`], folder);
    return readFileSync(join(folder, "out"));
  });

const accessible = "<rdf:Description pdfuaid:part='1'/>";
const notAccessible = /accessible PDF/;

test("the stamp of an accessible PDF is an artifact whose language is known", () => {
  for (const claim of [accessible, ""]) {
    const { file, notes } = stamped(archivalPdf({ claim }));
    const contents = inFolder(file, (folder) => runTool("qpdf", ["--qdf", "in.pdf", "-"], folder).text);
    expect(contents.includes("/Artifact <</Lang (en)>> BDC")).toBe(claim !== "");
    expect(contents.includes("/Artifact <</Type /Pagination /Subtype /Watermark>> BDC")).toBe(true);
    expect(notes).toEqual([]);
  }
});

test("a note says that an accessible PDF is none any more if its stamp is an annotation", () => {
  const square = "<< /Type /Annot /Subtype /Square /Rect [500 300 600 500] /F 4 /AP << /N 32 0 R >> >>";
  const more = {
    31: square,
    32: { entries: "/Type /XObject /Subtype /Form /BBox [0 0 9 9]", data: "0 0 9 9 re f" },
  };
  const notesOf = (claim: string) => stamped(archivalPdf({ claim, page: "/Annots [31 0 R]", more })).notes;
  expect(notesOf(accessible).join(" ")).toMatch(notAccessible);
  expect(notesOf("").join(" ")).not.toMatch(notAccessible);
});
