import { expect, test } from "bun:test";
import { type StampPosition, stampPositions } from "../stamp/stamp.ts";
import { defaultResources, onePage, pdfWithTable, type TestObjects, unpacked } from "./test-documents.ts";
import { inkWithin, renderPage } from "./test-readers.ts";
import { readSignatures, signedPdf } from "./test-signing.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { changedRegion, textOfPages } from "./test-tools.ts";

const media = "/MediaBox [0 0 595 842]";

function pageWith(content: string, entries = "", more: TestObjects = {}): Buffer {
  const page = `${media} ${entries} ${defaultResources} /Contents 4 0 R`;
  return pdfWithTable(onePage({ page, content: unpacked(content), more }));
}

/** How dark the original page is at the stamp's place, 0 to 1, and the notes for the user. */
function beneathStamp(original: Buffer, position: StampPosition = "vertical-right") {
  const { file, notes } = stamped(original, { position });
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  const before = renderPage(original, "poppler", { dpi: 100 });
  const region = changedRegion(before, renderPage(file, "poppler", { dpi: 100 }));
  if (!region) throw new Error("No stamp can be seen.");
  return { ink: inkWithin(before, region), region, notes };
}

const chosen = "The chosen place was not free on every page. The stamp is at the";
const text = (x: number, y: number, words: string, size = 12) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
const lines = (x: number, words: string) =>
  Array.from({ length: 50 }, (_, line) => text(x, 800 - line * 15.5, words)).join("\n");

const atTheRight: Record<string, [content: string, more?: TestObjects]> = {
  "text that ends below it": [lines(460, "the end of a long line")],
  "text moved by its own matrix": [`BT /F1 1 Tf 14 0 0 14 520 420 Tm (reaches far) Tj ET`],
  "text with wide spaces between words": ["BT /F1 12 Tf 40 Tw 8 Tc 400 420 Td (a b c d e f) Tj ET"],
  "text of adjusted strings": ["BT /F1 12 Tf 300 420 Td [(left) -20000 (right)] TJ ET"],
  "text in hexadecimal, stretched": ["BT /F1 12 Tf 300 Tz 430 420 Td <41424344454647> Tj ET"],
  "a line that crosses it": ["4 w 100 400 m 590 500 l S"],
  "a small black box": ["570 400 12 12 re f"],
  "an inline image": ["q 40 0 0 40 550 400 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q"],
  "a form that is drawn turned": [
    "q 0 1 -1 0 590 380 cm /Form Do Q",
    { 20: { entries: "/Type /XObject /Subtype /Form /BBox [0 0 90 20]", data: "0 0 90 20 re f" } },
  ],
};

for (const [name, [content, more = {}]] of Object.entries(atTheRight)) {
  test(`the stamp avoids ${name}`, () => {
    const page = `${media} /Resources << /Font << /F1 5 0 R >> /XObject << /Form 20 0 R >> >> /Contents 4 0 R`;
    const { ink } = beneathStamp(pdfWithTable(onePage({ page, content: unpacked(content), more })));
    expect(ink).toBe(0);
  });
}

test("if the stamp avoids content, a note says where it is", () => {
  const strip = "540 0 55 842 re f";
  expect(beneathStamp(pageWith(`0 0 0 rg ${strip}`)).notes).toEqual([`${chosen} left edge of page 1.`]);
  const frame = "0 0 0 rg 540 0 55 842 re 0 0 55 842 re f";
  expect(beneathStamp(pageWith(frame)).notes).toEqual([`${chosen} bottom right of page 1.`]);
});

for (const rotate of [0, 90, 180, 270]) {
  test(`wherever text is on a page rotated by ${rotate}, the stamp finds the free side`, () => {
    const sides = ["0 0 595 90", "0 752 595 90", "0 0 90 842", "505 0 90 842"];
    for (const free of sides) {
      const others = sides.filter((side) => side !== free).map((side) => `${side} re`);
      // The free side without its corners, which belong to the adjacent sides.
      const original = pageWith(`0 0 0 rg ${others.join(" ")} f`, `/Rotate ${rotate}`);
      for (const position of stampPositions) expect(beneathStamp(original, position).ink).toBe(0);
    }
  });
}

const noContent: Record<string, string> = {
  "a colored ground": "0.9 0.9 1 rg 0 0 595 842 re f",
  "white boxes": "1 g 400 0 195 842 re f 1 1 1 rg 500 0 50 800 re f 0 0 0 0 k 560 100 30 600 re f",
  "spaces at the ends of lines": lines(500, "end                                          "),
  "text that ends before it": lines(400, "This line ends before."),
  "what is clipped away": "q 0 0 300 842 re W n 0 g 0 0 590 800 re f Q",
  "text that is not drawn": `3 Tr ${lines(460, "the end of a long line")}`,
};

for (const [name, content] of Object.entries(noContent)) {
  test(`the stamp does not avoid ${name}`, () => {
    const { region, notes } = beneathStamp(pageWith(content));
    expect(notes).toEqual([]);
    expect(region.left).toBeGreaterThan(0.92);
    expect(Math.abs(region.top + region.bottom - 1)).toBeLessThan(0.02);
  });
}

test("widths of composite fonts are read from the font", () => {
  const font = (width: number): TestObjects => ({
    20: "<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /Identity-H /DescendantFonts [21 0 R] >>",
    21: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Wide /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 100 /W [65 [${width} ${width}] 67 70 ${width}] >>`,
  });
  const notesFor = (width: number) => {
    const page = `${media} /Resources << /Font << /F2 20 0 R >> >> /Contents 4 0 R`;
    const content = unpacked("BT /F2 20 Tf 400 420 Td <004100420043004400450046> Tj ET");
    return stamped(pdfWithTable(onePage({ page, content, more: font(width) })), {}).appended.toString(
      "latin1",
    );
  };
  const matrix = (appended: string) => /q ([\d. -]+) cm/.exec(appended)?.[1];
  const free = matrix(stamped(pageWith("")).appended.toString("latin1"));
  expect(matrix(notesFor(1200))).toBe(free);
  expect(matrix(notesFor(1600))).not.toBe(free);
});

test("on a page without any free place the stamp is in its requested place, and the user gets a note", () => {
  const full = Array.from({ length: 90 }, (_, line) =>
    text(2, 835 - line * 9.4, "words ".repeat(40), 9),
  ).join("\n");
  const { notes, region } = beneathStamp(pageWith(full));
  expect(notes).toEqual(["There was no free place for the stamp. It covers part of the content of page 1."]);
  expect(region.left).toBeGreaterThan(0.92);
});

test("where nothing is free, the stamp covers a plain area, such as a rounded box, but not a drawing of the same size", () => {
  const wavy = (x: number, y: number, width: number, height: number) => {
    const points = Array.from({ length: 24 }, (_, at) => x + (width * at) / 23);
    const above = points.map((across, at) => `${across} ${y + height - (at % 2) * 2}`);
    return `${x} ${y} m ${above.map((point) => `${point} l`).join(" ")} ${x + width} ${y} l h f`;
  };
  const rounded = [
    "520 90 m 580 90 l 590 90 595 95 595 105 c 595 737 l 595 747 590 752 580 752 c",
    "520 752 l 510 752 505 747 505 737 c 505 105 l 505 95 510 90 520 90 c h f",
  ].join(" ");
  const others = [wavy(0, 0, 595, 90), wavy(0, 752, 595, 90), wavy(0, 90, 90, 662)].join(" ");
  const onBox = beneathStamp(pageWith(`0.9 0.9 1 rg ${others} ${rounded}`));
  expect(onBox.notes).toEqual([]);
  expect(onBox.region.left).toBeGreaterThan(0.92);
  const onDrawing = beneathStamp(pageWith(`0.9 0.9 1 rg ${others} ${wavy(505, 90, 90, 662)}`));
  expect(onDrawing.notes).toEqual([
    "There was no free place for the stamp. It covers part of the content of page 1.",
  ]);
});

test("text after other text on its line is detected, even if that does not reach the stamp", () => {
  const original = pageWith(
    `BT /F1 12 Tf 20 44 Td (${"words in front ".repeat(5)}) Tj -26 Ts /F1 24 Tf (lowered) Tj ET`,
  );
  expect(beneathStamp(original, "bottom-right").ink).toBe(0);
});

test("for a page with too much content to read, a note says that the stamp may cover some of it", () => {
  const dots = Array.from({ length: 40_000 }, (_, index) => `${290 + (index % 20)} 420 1 1 re f`).join("\n");
  const form = { entries: "/Type /XObject /Subtype /Form /BBox [0 0 595 842]", data: dots };
  const resources = "/Resources << /Font << /F1 5 0 R >> /XObject << /Dots 20 0 R >> >>";
  const page = `${media} ${resources} /Contents 4 0 R`;
  const content = unpacked("/Dots Do\n".repeat(110));
  expect(stamped(pdfWithTable(onePage({ page, content, more: { 20: form } }))).notes).toEqual([
    "There was too much content to look for a free place. The stamp may cover part of the content of page 1.",
  ]);
});

test("on a scan the stamp avoids recognized text, and a note says that the page is a picture", () => {
  const image: TestObjects = {
    20: {
      entries:
        "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
      data: "\xee",
    },
  };
  const scan = (recognized: string) => {
    const page = `${media} /Resources << /Font << /F1 5 0 R >> /XObject << /Scan 20 0 R >> >> /Contents 4 0 R`;
    const content = unpacked(`q 595 0 0 842 0 0 cm /Scan Do Q ${recognized}`);
    return pdfWithTable(onePage({ page, content, more: image }));
  };
  const onPicture =
    "A picture fills the whole page, and the stamp covers part of it. This applies to page 1.";
  expect(stamped(scan("")).notes).toEqual([onPicture]);
  const { notes } = stamped(scan(`3 Tr ${lines(440, "recognized words at the side")}`));
  expect(notes).toEqual([`${chosen} left edge of page 1.`, onPicture]);
});

test("visible annotations are not covered; invisible ones do not matter", () => {
  const note = (flags: number): TestObjects => ({
    20: `<< /Type /Annot /Subtype /Square /Rect [560 300 590 500] /F ${flags} /C [1 0 0] >>`,
  });
  expect(stamped(pageWith("", "/Annots [20 0 R]", note(2))).notes).toEqual([]);
  const { file } = stamped(pageWith("", "/Annots [20 0 R]", note(4)));
  const region = changedRegion(
    renderPage(pageWith("", "/Annots [20 0 R]", note(4)), "poppler"),
    renderPage(file, "poppler"),
  );
  expect(
    region &&
      (region.bottom < (842 - 500) / 842 || region.top > (842 - 300) / 842 || region.right < 560 / 595),
  ).toBe(true);
});

const field = (rect: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /F 4 /Rect [${rect}] /P 3 0 R /DA (/Helv 0 Tf 0 g) >>`;

for (const position of stampPositions) {
  test(`a signed form with fields in the stamp's place (${position}) is stamped next to them, and stays valid`, () => {
    const rects = { "vertical-right": "540 0 595 842", top: "0 780 595 842", bottom: "0 0 595 60" };
    const rect =
      position === "vertical-right" ? rects[position] : rects[position.startsWith("top") ? "top" : "bottom"];
    const original = signedPdf(undefined, "/Annots [30 0 R 40 0 R]", {
      form: "/AcroForm << /SigFlags 3 /Fields [30 0 R 40 0 R] >>",
      more: { 40: field(rect) },
    });
    const { file, notes } = stamped(original, { position });
    expect(readSignatures(file)).toContain("Signature is Valid");
    expect(notes).toHaveLength(2);
    expect(notes[1]).toStartWith(chosen);
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  });
}

test("on a small signed page, the stamp takes a deeper place beside the field than it does elsewhere", () => {
  const small = "/CropBox [0 0 300 144] /Annots [30 0 R 40 0 R]";
  const original = signedPdf(undefined, small, { more: { 40: field("10 12 290 70") } });
  for (const position of stampPositions) {
    const { file } = stamped(original, { position });
    expect(readSignatures(file)).toContain("Signature is Valid");
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  }
});

test("a signed page that is a single field cannot be stamped, and the message says what to do", () => {
  const original = signedPdf(undefined, "/Annots [30 0 R 40 0 R]", { more: { 40: field("0 0 595 842") } });
  expect(() => stamped(original)).toThrow(
    "leave no room for the stamp on one of its pages. Please print it to PDF",
  );
});

const shading = {
  20: "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 595 842] /Extend [true true] /Function 21 0 R >>",
  21: "<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>",
  22: "<< /PatternType 2 /Shading 20 0 R >>",
};
const shadings: Record<string, string> = {
  "shadings that together fill the page": "q 0 0 595 400 re W n /Sh sh Q q 0 400 595 442 re W n /Sh sh Q",
  "patterns that together fill the page":
    "/Pattern cs /Pt scn 0 0 300 842 re f /Pattern cs /Pt scn 300 0 295 842 re f",
};

for (const [name, content] of Object.entries(shadings)) {
  test(`on ${name}, the note says that the stamp covers content`, () => {
    const resources = "/Resources << /Shading << /Sh 20 0 R >> /Pattern << /Pt 22 0 R >> >>";
    const page = `${media} ${resources} /Contents 4 0 R`;
    const { notes } = stamped(pdfWithTable(onePage({ page, content: unpacked(content), more: shading })));
    expect(notes).toEqual([
      "There was no free place for the stamp. It covers part of the content of page 1.",
    ]);
  });
}

const hostile: Record<string, [content: string, more?: TestObjects]> = {
  "a form that draws itself": [
    "/Form Do",
    {
      20: {
        entries:
          "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /Form 20 0 R >> >>",
        data: "/Form Do /Form Do 560 400 20 20 re f",
      },
    },
  ],
  "more lines than anybody can see": [
    Array.from({ length: 60_000 }, (_, line) => `0 ${line % 842} m 595 ${(line * 7) % 842} l S`).join("\n"),
  ],
  "numbers without sense": [
    "1e999 -- ++ ..5 cm 1 0 0 1 99999999999999999999 0 cm 0 0 0 0 0 0 cm BT /F1 1 Tf (a) Tj ET",
  ],
  "strings and images without an end": ["BT /F1 12 Tf (never \\( BI /W 9 ID"],
};

for (const [name, [content, more = {}]] of Object.entries(hostile)) {
  test(`a page with ${name} is stamped`, () => {
    const page = `${media} /Resources << /Font << /F1 5 0 R >> /XObject << /Form 20 0 R >> >> /Contents 4 0 R`;
    const { file } = stamped(pdfWithTable(onePage({ page, content: unpacked(content), more })));
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  });
}
