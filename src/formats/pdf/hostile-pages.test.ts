import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import {
  defaultResources,
  onePage,
  packed,
  pdfWithTable,
  type TestObject,
  tidyContent,
  unpacked,
} from "./test-documents.ts";
import { inkWithin, readers, renderPage } from "./test-readers.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { changedRegion, type Region, readPicture, textOfPages } from "./test-tools.ts";

const layerOff = "/OCProperties << /OCGs [20 0 R] /D << /OFF [20 0 R] >> >>";
const page = "/MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /Properties << /off 20 0 R >> >>";
const clip = `${tidyContent}0 0 1 1 re W n q `;

function documentWith(
  content: TestObject,
  contents = "4 0 R",
  more: Record<number, TestObject> = {},
): Buffer {
  const objects = onePage({ page: `${page} /Contents ${contents}`, content, catalog: layerOff });
  return pdfWithTable({ ...objects, 20: "<< /Type /OCG /Name (off) >>", ...more });
}

/**
 * Checks that the stamp is fully visible at its default place, above the content, and that nothing else has changed.
 */
async function expectStampOnTop(original: Buffer): Promise<void> {
  const { file, originalKept } = stamped(original);
  expect(originalKept).toBe(true);
  const seen = changedRegion(await readPicture(original), await readPicture(file));
  expect(seen?.left).toBeGreaterThan(0.92);
  expect((seen?.bottom ?? 0) - (seen?.top ?? 0)).toBeGreaterThan(0.5);
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
}

const image = (data: string) => `BI /W 10 /H 10 /BPC 8 /CS /G ID ${data.padEnd(100, "A")}\nEI\n`;
const hexadecimal = (text: string) => `${Buffer.from(text, "latin1").toString("hex")}>`;
const random = Array.from({ length: 300 }, (_, index) => (index * 7919) % 9973).join(" 0 0 m ");

const hiding: Record<string, TestObject> = {
  "a clip behind an inline image whose data holds an end of its own": unpacked(
    clip + image("AAAA\nEI Q Q EMC  \n"),
  ),
  "a clip behind an inline image of unknown colors": unpacked(
    `${clip}BI /W 1 /H 1 /BPC 8 /CS /X ID A\nEI Q Q EI`,
  ),
  "a clip behind a hexadecimal filter": { entries: "/Filter /ASCIIHexDecode", data: hexadecimal(clip) },
  "a clip behind two filters": {
    entries: "/Filter [/ASCIIHexDecode /FlateDecode]",
    data: hexadecimal(deflateSync(clip).toString("latin1")),
  },
  "a clip behind a filter that does not end": {
    entries: "/Filter /ASCIIHexDecode",
    data: hexadecimal(clip).slice(0, -1),
  },
  "a layer switched off behind a filter": {
    entries: "/Filter /ASCIIHexDecode",
    data: hexadecimal(`${tidyContent}/OC /off BDC `),
  },
  "a layer switched off in content of uncertain end": unpacked(`${tidyContent}/OC /off BDC ]`),
  "a clip behind more blanks than are looked into": packed(`${clip}${" ".repeat(66 << 20)}`),
  "a clip in packed data cut short": {
    entries: "/Filter /FlateDecode",
    data: deflateSync(`${clip}${random} n `).subarray(0, -8),
  },
  "a clip and numbers grown together with operators": unpacked(`${clip}1Q 0Q`),
  "a clip and the sign of a dictionary that nobody ends": unpacked(`${clip}<< q q q`),
  "a clip and the end of a dictionary that nobody began": unpacked(`${clip}>> Q`),
  "a clip and braces": unpacked(`${clip}{Q}`),
  "a clip behind filters named twice": {
    entries: "/Filter /ASCIIHexDecode /Filter /FlateDecode",
    data: deflateSync(clip),
  },
  "text that clips and is never ended": unpacked(`${tidyContent}BT 7 Tr /F1 24 Tf 72 500 Td (clip) Tj ]`),
};

for (const [name, content] of Object.entries(hiding)) {
  test(`${name} does not hide the stamp`, async () => {
    await expectStampOnTop(documentWith(content));
  });
}

test("a stream that ends inside a comment or an image does not hide the stamp", async () => {
  const image = "BI /W 10 /H 10 /BPC 8 /CS /G ID AAAA";
  for (const first of [`${clip}% `, clip + image]) {
    const second = { 21: unpacked(`${"A".repeat(96)}\nEI Q`) };
    const content = `/MediaBox [0 0 595 842] ${defaultResources} /Contents [4 0 R 21 0 R]`;
    const objects = onePage({ page: content, content: unpacked(first), more: second });
    await expectStampOnTop(pdfWithTable(objects));
  }
});

test("a hidden layer that a form leaves open does not hide the stamp", async () => {
  const form = {
    entries: "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Properties << /off 20 0 R >> >>",
    data: "/OC /off BDC",
  };
  const objects = onePage({
    page: "/MediaBox [0 0 595 842] /Resources << /XObject << /F 21 0 R >> >> /Contents 4 0 R",
    content: unpacked("1 0 0 rg 50 50 50 50 re f /F Do /Span BMC EMC"),
    catalog: layerOff,
  });
  await expectStampOnTop(pdfWithTable({ ...objects, 20: "<< /Type /OCG /Name (off) >>", 21: form }));
});

test("a page with a content stream that cannot be read is stamped, and each reader shows what it showed before", () => {
  const unreadable = { entries: "/Filter /JBIG2Decode", data: "nothing" };
  const original = documentWith(unreadable, "[21 0 R 4 0 R 22 0 R]", {
    21: unpacked("1 0 0 rg 50 50 50 50 re f"),
    22: unpacked("0 0 1 rg 150 50 50 50 re f"),
  });
  const { file, originalKept } = stamped(original);
  expect(originalKept).toBe(true);
  const content: Region = { left: 0, right: 0.9, top: 0, bottom: 1 };
  const stampPlace: Region = { left: 0.955, right: 0.985, top: 0.3, bottom: 0.7 };
  for (const reader of readers) {
    const [before, after] = [renderPage(original, reader), renderPage(file, reader)];
    expect(inkWithin(after, content)).toBeCloseTo(inkWithin(before, content), 4);
    expect(inkWithin(after, stampPlace)).toBeGreaterThan(0.02);
  }
});

test("an inline image with a certain length needs no annotation", () => {
  const { appended } = stamped(pdfWithTable(onePage({ content: unpacked(`q ${image("BT q BDC (")}Q`) })));
  expect(appended.includes("/Subtype /Stamp")).toBe(false);
});

const fakeLine =
  "1 1 1 rg 500 0 95 842 re f 1 0 0 rg q 0 1 -1 0 560 60 cm BT /F1 9 Tf (Serial AT-00000-00000) Tj ET Q";
const fake: TestObject = {
  entries: "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >>",
  data: fakeLine,
};
const covering = (entries: string) =>
  `<< /Type /Annot /Rect [0 0 595 842] /F 4 /AP << /N 21 0 R >> ${entries} >>`;

function documentUnder(annotation: string): Buffer {
  const objects = onePage({
    page: `${page} /Contents 4 0 R /Annots [22 0 R]`,
    catalog: "/AcroForm << /Fields [22 0 R] >>",
  });
  return pdfWithTable({ ...objects, 20: "<< /Type /OCG >>", 21: fake, 22: annotation });
}

const covers: Record<string, string> = {
  "a rubber stamp": covering("/Subtype /Stamp"),
  "a form field": covering("/Subtype /Widget /FT /Btn /Ff 65536 /T (field)"),
  "an annotation of an unknown kind": covering("/Subtype /Unheard"),
  "a filled square": "<< /Type /Annot /Subtype /Square /Rect [0 0 595 842] /IC [1 1 1] /C [1 0 0] /F 4 >>",
};

for (const [name, annotation] of Object.entries(covers)) {
  test(`${name} that covers the page is below the stamp`, async () => {
    await expectStampOnTop(documentUnder(annotation));
  });
}

test.each([
  ["an appearance", covering("/Subtype /Link")],
  [
    "a thick border",
    "<< /Type /Annot /Subtype /Link /Rect [450 0 460 842] /Border [0 0 300] /C [1 1 1] /F 4 >>",
  ],
])(
  "a link with %s that covers the page shows no more than one without; stamp and page are fully visible",
  async (_, link) => {
    const { file } = stamped(documentUnder(link));
    const plainLink = "<< /Type /Annot /Subtype /Link /Rect [60 690 200 710] /Border [0 0 0] >>";
    const { file: expected } = stamped(documentUnder(plainLink));
    expect(changedRegion(await readPicture(expected), await readPicture(file))).toBeUndefined();
  },
);

test("links and form fields away from the stamp stay unchanged", () => {
  const link = "<< /Type /Annot /Subtype /Link /Rect [60 690 200 710] /Border [0 0 1] >>";
  const field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [60 600 200 620] >>";
  for (const annotation of [link, field]) {
    const { appended } = stamped(documentUnder(annotation));
    expect(appended.includes("/Annots [22 0 R]")).toBe(true);
    expect(appended.includes("/Subtype /Stamp")).toBe(false);
  }
});
