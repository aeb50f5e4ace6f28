import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { pdfWithTable, type TestObject, type TestObjects, unpacked } from "./test-documents.ts";
import { inkWithin, readers, renderPage } from "./test-readers.ts";
import { stamped } from "./test-stamping.ts";
import { findPdfErrors } from "./test-tools.ts";

const away = "0.01 0 0 0.01 9000 9000 cm";
const deflated = deflateSync(Buffer.from("0 g 60 700 20 20 re f\n".repeat(50)));
const damaged = Buffer.from(deflated).fill(0xff, 12, 30);

const contents: Record<string, TestObject> = {
  "a matrix that flattens everything": unpacked("0 0 0 0 0 0 cm"),
  "a matrix that enlarges beyond all numbers": unpacked("1e30 0 0 1e30 0 0 cm"),
  "a matrix before operators that nobody knows": unpacked(`${away} foo bar baz`),
  "a matrix before hundreds of errors": unpacked(`${away} ${") > ] } { ".repeat(400)}`),
  "a matrix and a saved state before an open string": unpacked(`q ${away} BT (open`),
  "a matrix before an image without an end": unpacked(`${away} BI /W 10 /H 10 /CS /G /BPC 8 ID abc`),
  "a matrix before a picture's bytes": unpacked(`${away} \x89PNG\r\n\x1a\n${"ABCDEFG".repeat(500)}`),
  "thousands of states that are never restored": unpacked(`${"q ".repeat(3000)}${away}`),
  "thousands of states that were never saved": unpacked(`${"Q ".repeat(3000)}${away}`),
  "a clip of text that goes on": unpacked(`BT /F1 9 Tf 7 Tr (a) Tj ${away}`),
  "damaged compression": { entries: "/Filter /FlateDecode", data: damaged },
  "compression that is cut off": { entries: "/Filter /FlateDecode", data: deflated.subarray(0, 20) },
  "a predictor that nobody knows": {
    entries: "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 0 >>",
    data: deflated,
  },
  "a filter that nobody knows": { entries: "/Filter /Unheard", data: "abc" },
  "no end of its stream": "<< /Length 4000 >>\nstream\n0.1 0 0 0.1 0 0 cm",
};

const names = Object.keys(contents);
const objects: TestObjects = {
  1: "<< /Type /Catalog /Pages 2 0 R >>",
  2: `<< /Type /Pages /Count ${names.length} /Kids [${names.map((_, index) => `${10 + index * 2} 0 R`).join(" ")}] >>`,
  5: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
};
for (const [index, name] of names.entries()) {
  objects[10 + index * 2] =
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents ${11 + index * 2} 0 R >>`;
  objects[11 + index * 2] = contents[name] ?? "null";
}
const file = stamped(pdfWithTable(objects)).file;
const middleOfTheEdge = { left: 0.945, right: 0.985, top: 0.3, bottom: 0.7 };

for (const [index, name] of names.entries()) {
  test(`the stamp is visible in every reader on a page whose content contains ${name}`, () => {
    for (const reader of readers)
      expect(inkWithin(renderPage(file, reader, { page: index + 1 }), middleOfTheEdge)).toBeGreaterThan(0.05);
  });
}

test("stamping a page with content damaged in every way gives a file that opens", () => {
  expect(findPdfErrors(file)).not.toContain("file is damaged");
});
