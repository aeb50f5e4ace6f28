/**
 * Test support: files that programs show differently. Each draws a bar where all programs must show it after stamping.
 */
import {
  defaultResources,
  onePage,
  pdfWithTable,
  type TestObject,
  type TestObjects,
  unpacked,
} from "./test-documents.ts";

type Contradiction = {
  file: Buffer;
  /** The position of the bar in the stamped copy; undefined if no bar may be shown. */
  shown: "above" | "below" | undefined;
};

const media = "/MediaBox [0 0 595 842]";
const bars = { above: "0 g 100 500 300 150 re f", below: "0 g 100 150 300 150 re f" };
const streams = { 21: unpacked(bars.above), 22: unpacked(bars.below) };
const form = (entries: string, content: string): TestObject => ({
  entries: `/Type /XObject ${entries}`,
  data: content,
});
const whole = "/Subtype /Form /BBox [0 0 595 842]";

/** One page with its content stream in object 6. */
const pageWith = (page: string, more: TestObjects = {}): TestObjects =>
  onePage({ page: `${media} ${defaultResources} ${page}`, more });

const drawing = (names: string, more: TestObjects): Buffer =>
  pdfWithTable(
    onePage({
      page: `${media} /Resources << /XObject << ${names} >> >> /Contents 4 0 R`,
      content: unpacked("/X Do"),
      more,
    }),
  );

/** A change to the finished file's text; the offsets before it stay valid. */
const changed = (pdf: Buffer, pattern: RegExp, replacement: string): Buffer =>
  Buffer.from(pdf.toString("latin1").replace(pattern, replacement), "latin1");

const listed = (): Buffer => pdfWithTable(pageWith("/Contents 6 0 R", { 6: unpacked(bars.above) }));

/** The same with a second version of object 6 that no cross-reference section lists. */
function withUnlistedVersion(): Buffer {
  const version = `6 0 obj\n<< /Length ${bars.below.length} >>\nstream\n${bars.below}\nendstream\nendobj\n`;
  return changed(listed(), /startxref/, `${version}startxref`);
}

const secondCatalog = {
  11: "<< /Type /Catalog /Pages 12 0 R >>",
  12: "<< /Type /Pages /Count 1 /Kids [13 0 R] >>",
  13: `<< /Type /Page /Parent 12 0 R ${media} /Contents 22 0 R >>`,
  ...streams,
};

export const contradictions: Record<string, Contradiction> = {
  "content listed twice in a page": {
    file: pdfWithTable(pageWith("/Contents 21 0 R /Contents 22 0 R", streams)),
    shown: "below",
  },
  "content listed twice, once with an escaped letter": {
    file: pdfWithTable(pageWith("/Contents 21 0 R /C#6fntents 22 0 R", streams)),
    shown: "below",
  },
  "a form named twice": {
    file: drawing("/X 21 0 R /X 22 0 R", { 21: form(whole, bars.above), 22: form(whole, bars.below) }),
    shown: "below",
  },
  "a form with two boxes": {
    file: drawing("/X 21 0 R", { 21: form(`/BBox [0 0 1 1] ${whole}`, bars.above) }),
    shown: "above",
  },
  "two page trees": {
    file: pdfWithTable(onePage({ catalog: "/Pages 12 0 R", more: secondCatalog })),
    shown: "below",
  },
  "two catalogs in the trailer": {
    file: pdfWithTable(onePage({ more: secondCatalog }), { trailer: "/Root 11 0 R" }),
    shown: "below",
  },
  "a reference of another generation": {
    file: pdfWithTable(pageWith("/Contents 21 1 R", streams)),
    shown: "above",
  },
  "one of two streams with another generation": {
    file: drawing("/X 21 7 R", { 21: form(whole, bars.above) }),
    shown: "above",
  },
  "another generation in the table": {
    file: changed(
      pdfWithTable(pageWith("/Contents 6 3 R", { 6: unpacked(bars.above) })),
      /00000 n \ntrailer/,
      "00003 n \ntrailer",
    ),
    shown: "above",
  },
  "another generation where the object begins": {
    file: changed(listed(), /6 0 obj/, "6 3 obj"),
    shown: "above",
  },
  "a form without a box": {
    file: drawing("/X 21 0 R", { 21: form("/Subtype /Form", bars.above) }),
    shown: "above",
  },
  "a form whose box is null": {
    file: drawing("/X 21 0 R", { 21: form("/Subtype /Form /BBox null", bars.above) }),
    shown: "above",
  },
  "a form that does not say that it is one": {
    file: drawing("/X 21 0 R", { 21: form("/BBox [0 0 595 842]", bars.above) }),
    shown: "above",
  },
  "a trailer without /Size and an unlisted version": {
    file: changed(withUnlistedVersion(), /\/Size 7/, "       "),
    shown: "above",
  },
  "a trailer with a negative /Size and an unlisted version": {
    file: changed(withUnlistedVersion(), /\/Size 7/, "/Size -7"),
    shown: "above",
  },
  "a table that starts at 1": { file: changed(listed(), /xref\n0 7/, "xref\n1 7"), shown: "above" },
  "a table that starts at 1 and an unlisted version": {
    file: changed(withUnlistedVersion(), /xref\n0 7/, "xref\n1 7"),
    shown: "above",
  },
  "a stream whose data begins behind a blank": {
    file: pdfWithTableAndStart(" "),
    shown: undefined,
  },
};

/** A file in which this text, without a line break, is between "stream" and its data. */
function pdfWithTableAndStart(start: string): Buffer {
  return changed(
    pdfWithTable(onePage({ content: unpacked(bars.above) })),
    /stream\n(?=0 g)/,
    `stream${start}`,
  );
}

/** The same kinds of errors in a form that no program misreads. */
export const harmless: Record<string, Buffer> = {
  "the same entry twice": pdfWithTable(pageWith("/Contents 21 0 R /Contents 21 0 R", streams)),
  "a trailer without /Size": changed(listed(), /\/Size 7/, "       "),
  "a trailer with too small a /Size and an unlisted version": changed(
    withUnlistedVersion(),
    /\/Size 7/,
    "/Size 2",
  ),
  "a stream with a blank before the end of the line": changed(
    pdfWithTable(pageWith("/Contents 6 0 R", { 6: unpacked(` ${bars.above}`) })),
    /stream\n (?=0 g)/,
    "stream \n",
  ),
  "a form with a box and a type": drawing("/X 21 0 R", { 21: form(whole, bars.above) }),
};

/** Pages whose visible part or rotation is ambiguous. */
export const unclearPages: Record<string, Buffer> = Object.fromEntries(
  Object.entries({
    "crop box outside of the media box": `${media} /CropBox [1000 1000 1200 1200]`,
    "empty crop box": `${media} /CropBox [100 100 100 100]`,
    "crop box of other values": `${media} /CropBox [(a) 0 1 2]`,
    "no media box": "",
    "turned by 45 degrees": `${media} /Rotate 45`,
    "turned by 135 degrees": `${media} /Rotate 135`,
  }).map(([name, entries]) => [
    name,
    pdfWithTable(onePage({ page: `${entries} ${defaultResources} /Contents 21 0 R`, more: streams })),
  ]),
);
