import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { onePage, pdfWithTable, type TestObjects } from "./test-documents.ts";
import { stamped } from "./test-stamping.ts";
import { effectiveObjects, findPdfErrors } from "./test-tools.ts";

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

test("a glyph list has one bit for each glyph of the font", () => {
  const { file } = stamped(archivalPdf({ claim: claims["an element"](1) }));
  const objects: unknown = JSON.parse(effectiveObjects(file));
  const text = JSON.stringify(objects);
  const [, widths = ""] = /"\/W":\[0,\[([^\]]*)\]\]/.exec(text) ?? [];
  const count = widths.split(",").length;
  const [, length] = /\/CIDSet (\d+) 0 R/.exec(file.toString("latin1")) ?? [];
  const start = file.indexOf(`\n${length} 0 obj`);
  const [, size, at] =
    /\/Length (\d+) >>\nstream\n()/.exec(file.toString("latin1", start, start + 200)) ?? [];
  expect(at).toBe("");
  expect(Number(size)).toBe(Math.ceil(count / 8));
  const data = file.indexOf("stream\n", start) + 7;
  const bits = [...file.subarray(data, data + Number(size))]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  expect(bits.indexOf("0") < 0 ? bits.length : bits.indexOf("0")).toBe(count);
  expect(bits.slice(count)).not.toContain("1");
});
