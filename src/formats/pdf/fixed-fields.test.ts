import { expect, test } from "bun:test";
import { onePage, pdfWithObjectStream, pdfWithTable, type TestObjects, unpacked } from "./test-documents.ts";
import { inkWithin, largestDifference, readers, renderPage } from "./test-readers.ts";
import { readSignatures, signedPdf } from "./test-signing.ts";
import { stamped } from "./test-stamping.ts";
import { effectiveObjects, findPdfErrors, type Region, textOfPages } from "./test-tools.ts";

const fixedNote =
  "The fields in this form were filled in; in the stamped copy, they are part of the page and cannot be changed, so every program shows the same values.";
const valuesNote =
  "Some fields in this form contained different values than the ones drawn for them; the stamped copy shows the fields' values.";
const drawingsNote =
  "Some fields in this form contained different values than the ones drawn for them; the stamped copy shows what was drawn.";

/** The position of the field in these forms: 60 to 260 across and 600 to 640 up the page. */
const place = "/Rect [60 600 260 640]";
const fieldRegion: Region = region(55, 595, 265, 645);
/** The part of the page where only the stamp is. */
const stampRegion: Region = { left: 0.92, right: 1, top: 0, bottom: 1 };

function region(left: number, bottom: number, right: number, top: number): Region {
  return { left: left / 595, right: right / 595, top: 1 - top / 842, bottom: 1 - bottom / 842 };
}

type FormOptions = { form?: string; content?: string; more?: TestObjects };

/** A form with one field, object 20. */
function formWith(field: string, { form = "", content = "", more = {} }: FormOptions = {}): TestObjects {
  const page =
    "/MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [20 0 R]";
  const catalog = `/AcroForm << /Fields [20 0 R] /DA (/F1 0 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> ${form} >>`;
  const widget = `<< /Type /Annot /Subtype /Widget /T (field) /P 3 0 R ${field.includes("/Rect") ? "" : place} ${field} >>`;
  return onePage({ catalog, page, content: unpacked(content), more: { 20: widget, ...more } });
}

const drawn = (text: string) => ({
  entries: "/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /F1 5 0 R >> >>",
  data: `/Tx BMC q BT /F1 14 Tf 4 14 Td (${text}) Tj ET Q EMC`,
});

/** How much each reader draws at the field. */
const inkOfField = (pdf: Uint8Array): number[] =>
  readers.map((reader) => inkWithin(renderPage(pdf, reader), fieldRegion));

/** The largest difference between two readers. */
function disagreement(pdf: Uint8Array): number {
  const [poppler, mupdf, ghostscript] = readers.map((reader) => renderPage(pdf, reader));
  if (!poppler || !mupdf || !ghostscript) throw new Error("A reader is missing.");
  return Math.max(
    largestDifference(poppler, mupdf, { except: stampRegion, square: 6 }),
    largestDifference(poppler, ghostscript, { except: stampRegion, square: 6 }),
  );
}

/** The largest difference that stamping made in any reader, outside of the stamp. */
function changeByStamping(original: Uint8Array, file: Uint8Array): number {
  const changes = readers.map((reader) =>
    largestDifference(renderPage(original, reader), renderPage(file, reader), { except: stampRegion }),
  );
  return Math.max(...changes);
}

test("an empty form remains a form that can be filled in", () => {
  const border = "/MK << /BC [0 0 0] /BG [0.9 0.9 1] >>";
  for (const field of ["/FT /Tx", `/FT /Tx ${border}`, `/FT /Ch /Ff 131072 /Opt [(a) (b)] ${border}`]) {
    const { file, notes } = stamped(pdfWithTable(formWith(field, { form: "/NeedAppearances true" })));
    expect(notes).toEqual([]);
    const objects = effectiveObjects(file);
    expect(objects).toContain('"/T": "u:field"');
    expect(objects).toContain('"hasacroform": true');
    expect(objects).not.toContain('"/NeedAppearances"');
    expect(findPdfErrors(file)).toBe("");
    expect(disagreement(file)).toBeLessThan(0.2);
  }
});

test("an empty field that overlaps the stamp shows nothing in any reader", () => {
  const field = "/FT /Tx /Rect [5 5 590 837]";
  const original = pdfWithTable(formWith(field));
  const { file, notes } = stamped(original);
  expect(notes).toEqual([]);
  const withoutField = stamped(pdfWithTable(onePage({ content: unpacked("") }))).file;
  for (const reader of readers) {
    expect(largestDifference(renderPage(file, reader), renderPage(withoutField, reader))).toBeLessThan(0.05);
  }
});

const look = "/DA (/F1 12 Tf 0 0 1 rg) /MK << /BC [0.5] /BG [0.95] >>";
const kinds: Record<string, string> = {
  "a text field": `/FT /Tx /V (Jane Doe) ${look}`,
  "a text field of a size of its own choosing": "/FT /Tx /V (Jane Doe)",
  "a centered text": `/FT /Tx /Q 1 /V (Jane Doe) ${look}`,
  "a text at the right": `/FT /Tx /Q 2 /V (Jane Doe) ${look}`,
  "a text longer than its field": `/FT /Tx /V (${"A very long name ".repeat(8)}) ${look}`,
  "a text of several lines": `/FT /Tx /Ff 4096 /V (First line\\nsecond line that is long enough to be broken\\r\\nthird) ${look}`,
  "a text in cells": `/FT /Tx /Ff 16777216 /MaxLen 10 /V (12345) ${look}`,
  "a password": `/FT /Tx /Ff 8192 /V (secret) ${look}`,
  "a text of another script": `/FT /Tx /V <FEFF738B5C0F660E002006450062006D> ${look}`,
  "a text kept as a stream": `/FT /Tx /V 22 0 R ${look}`,
  "a turned text": `/FT /Tx /V (Jane) /DA (/F1 12 Tf 0 g) /MK << /R 90 /BC [0] >>`,
  "a ticked box": `/FT /Btn /V /Yes /AS /Yes ${look}`,
  "a box ticked with a cross": "/FT /Btn /V /Yes /AS /Yes /MK << /CA (8) /BC [0] >>",
  "a chosen radio button": `/FT /Btn /Ff 32768 /V /A /AS /A ${look}`,
  "a choice": `/FT /Ch /Ff 131072 /V (b) /Opt [[(a) (Alpha)] [(b) (Beta)]] ${look}`,
  "a list": `/FT /Ch /V [(b)] /Opt [(a) (b) (c)] ${look}`,
};

for (const [name, field] of Object.entries(kinds)) {
  test(`${name} without an appearance looks the same in every reader [threat F15]`, () => {
    const more = { 22: unpacked("Jane Doe") };
    const originals = [
      pdfWithTable(formWith(`${field} /F 4`, { more })),
      pdfWithObjectStream(formWith(`${field} /F 4`, { form: "/NeedAppearances true", more })),
    ];
    for (const original of originals) {
      const { file, notes, originalKept } = stamped(original);
      expect(notes).toEqual([fixedNote]);
      expect(originalKept).toBe(true);
      expect(effectiveObjects(file)).toContain('"hasacroform": false');
      expect(findPdfErrors(file)).toBe("");
    }
    const { file } = stamped(originals[0] ?? Buffer.alloc(0));
    for (const ink of inkOfField(file)) expect(ink).toBeGreaterThan(0.004);
    expect(disagreement(file)).toBeLessThan(0.2);
  });
}

test("a long text is drawn completely, in letters as small as necessary; one too long to draw is refused", () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ");
  const field = (text: string) => pdfWithTable(formWith(`/FT /Tx /Ff 4096 /V (${text}) /F 4`));
  const [text = ""] = textOfPages(stamped(field(words)).file);
  for (const word of ["word0", "word200", "word399"]) expect(text).toContain(word);
  expect(() => stamped(field(words.repeat(10)))).toThrow(
    "The form fields of this PDF contain more text than can be drawn. Please print it to PDF and upload the new file.",
  );
});

test("a style of millions of digits is read once, and means automatic size", () => {
  for (const style of [
    `${"1".repeat(2_000_000)} Tf 0 g`,
    `/F1 12 Tf ${"1".repeat(2_000_000)}x ${"1 ".repeat(500_000)}`,
  ]) {
    const form = formWith(`/FT /Tx /V (hello) /F 4 /DA (${style})`, { form: "/NeedAppearances true" });
    expect(textOfPages(stamped(pdfWithTable(form)).file)[0]).toContain("hello");
  }
});

test("the value of a field can be selected and searched for in the stamped copy", () => {
  const { file } = stamped(
    pdfWithTable(formWith("/FT /Tx /V (Jane Doe) /F 4", { form: "/NeedAppearances true" })),
  );
  expect(textOfPages(file)[0]).toContain("JaneDoe");
});

test("if a field must be drawn from its value, every reader shows its value [threat F15]", () => {
  const field = "/FT /Tx /V (999999) /AP << /N 21 0 R >> /DA (/F1 14 Tf 0 g) /F 4";
  const objects = formWith(field, { form: "/NeedAppearances true", more: { 21: drawn("100") } });
  const { file, notes } = stamped(pdfWithTable(objects));
  expect(notes).toEqual([fixedNote, valuesNote]);
  expect(textOfPages(file)[0]).toContain("999999");
  expect(disagreement(file)).toBeLessThan(0.2);
});

test("elsewhere every reader keeps the drawing, and no program finds the other value in the form [threat F15]", () => {
  const field = "/FT /Tx /V (999999) /AP << /N 21 0 R >> /DA (/F1 14 Tf 0 g) /F 4";
  const original = pdfWithTable(formWith(field, { more: { 21: drawn("100") } }));
  const { file, notes } = stamped(original);
  expect(notes).toEqual([fixedNote, drawingsNote]);
  expect(textOfPages(file)[0]).toContain("100");
  expect(changeByStamping(original, file)).toBeLessThan(0.05);
  expect(effectiveObjects(file)).toContain('"hasacroform": false');
});

test("a field whose appearance shows its value keeps it", () => {
  const field = "/FT /Tx /V (100) /AP << /N 21 0 R >> /F 4";
  for (const form of ["", "/NeedAppearances true"]) {
    const original = pdfWithTable(formWith(field, { form, more: { 21: drawn("100") } }));
    const { file, notes } = stamped(original);
    expect(notes).toEqual([fixedNote]);
    const change = largestDifference(renderPage(original, "mupdf"), renderPage(file, "mupdf"), {
      except: stampRegion,
    });
    expect(change).toBeLessThan(0.05);
    expect(disagreement(file)).toBeLessThan(0.25);
  }
});

test("an appearance that draws something in a field without a value also becomes part of the page", () => {
  const lines = {
    entries: "/Subtype /Form /BBox [0 0 200 40]",
    data: "2 w 60 5 m 60 35 l S 80 5 30 30 re S",
  };
  for (const picture of [drawn("100"), lines]) {
    const original = pdfWithTable(formWith("/FT /Tx /AP << /N 21 0 R >> /F 4", { more: { 21: picture } }));
    const { file, notes } = stamped(original);
    expect(notes[0]).toBe(fixedNote);
    expect(changeByStamping(original, file)).toBeLessThan(0.05);
  }
});

test("the appearance of a checked box, of a rotated field and of one without its own fonts stays unchanged", () => {
  const box = { entries: "/Subtype /Form /BBox [0 0 20 20]", data: "3 3 14 14 re f" };
  const turned = { ...drawn("100"), entries: `${drawn("100").entries} /Matrix [0 1 -1 0 0 0]` };
  const bare = { ...drawn("100"), entries: "/Subtype /Form /BBox [0 0 200 40]" };
  const fields: [string, TestObjects][] = [
    [
      "/FT /Btn /V /On /AS /On /AP << /N << /On 21 0 R /Off 22 0 R >> /D << /On 22 0 R >> >> /F 4",
      { 21: box, 22: drawn("") },
    ],
    ["/FT /Tx /V (100) /AP << /N 21 0 R >> /F 4", { 21: turned }],
    ["/FT /Tx /V (100) /AP << /N 21 0 R >> /F 4 /Rect [60 600 260 700]", { 21: bare }],
  ];
  for (const [field, more] of fields) {
    const original = pdfWithTable(formWith(field, { more }));
    const { file } = stamped(original);
    expect(findPdfErrors(file)).toBe("");
    expect(changeByStamping(original, file)).toBeLessThan(0.05);
    for (const ink of inkOfField(file)) expect(ink).toBeGreaterThan(0.002);
  }
});

test("fields hidden on the screen are hidden in the stamped copy", () => {
  for (const flags of [2, 2 + 4, 32 + 4]) {
    const field = `/FT /Tx /V (999999) /F ${flags} /AP << /N 21 0 R >>`;
    const seen = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (b) /V (shown) /Rect [60 500 260 520] /F 4 >>";
    const objects = formWith(field, { more: { 21: drawn("999999"), 23: seen } });
    objects[3] = String(objects[3]).replace("[20 0 R]", "[20 0 R 23 0 R]");
    const { file } = stamped(pdfWithTable(objects));
    expect(inkOfField(file)).toEqual([0, 0, 0]);
    expect(inkWithin(renderPage(file, "ghostscript", { printed: true }), fieldRegion)).toBe(0);
    expect(textOfPages(file)[0]).toContain("shown");
  }
});

test("a form is shown even on a page whose content hides what follows", () => {
  const content = "/OC /Off BDC";
  const objects = formWith("/FT /Tx /V (Jane Doe) /F 4", { content });
  objects[1] = String(objects[1]).replace(
    "/Type /Catalog",
    "/Type /Catalog /OCProperties << /OCGs [30 0 R] /D << /OFF [30 0 R] >> >>",
  );
  objects[3] = String(objects[3]).replace("/Resources <<", "/Resources << /Properties << /Off 30 0 R >>");
  objects[30] = "<< /Type /OCG /Name (off) >>";
  const { file } = stamped(pdfWithTable(objects));
  // Ghostscript shows neither fields nor other annotations of such a page, before and after stamping.
  const [poppler, mupdf] = inkOfField(file);
  expect(poppler).toBeGreaterThan(0.004);
  expect(mupdf).toBeGreaterThan(0.004);
});

test("an unsigned signature field is kept, with its name, when the rest of the form becomes part of the page", () => {
  const more = {
    24: "<< /T (Parties) /Kids [25 0 R] >>",
    25: "<< /Type /Annot /Subtype /Widget /FT /Sig /Parent 24 0 R /T (Buyer) /Rect [60 100 200 140] /F 4 /P 3 0 R >>",
  };
  const objects = formWith("/FT /Tx /V (Jane) /F 4", { more });
  objects[1] = String(objects[1]).replace("/Fields [20 0 R]", "/Fields [20 0 R 24 0 R]");
  objects[3] = String(objects[3]).replace("[20 0 R]", "[20 0 R 25 0 R]");
  const { file } = stamped(pdfWithTable(objects));
  const json = effectiveObjects(file);
  expect(json).toContain('"fullname": "Parties.Buyer"');
  expect(json).not.toContain('"fullname": "field"');
  expect(findPdfErrors(file)).toBe("");
});

test("a button with a web link remains a link when its form becomes part of the page", () => {
  const button =
    "<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /Rect [60 500 260 520] /F 4 /MK << /CA (Help) /BC [0] >> /A << /S /URI /URI (https://example.org/) >> >>";
  const objects = formWith("/FT /Tx /V (Jane) /F 4", { more: { 23: button } });
  objects[3] = String(objects[3]).replace("[20 0 R]", "[20 0 R 23 0 R]");
  const { file } = stamped(pdfWithTable(objects));
  expect(effectiveObjects(file)).toMatch(/"\/URI": "u:https:\/\/example\.org\/"[\s\S]*"\/Subtype": "\/Link"/);
  expect(textOfPages(file)[0]).toContain("Help");
});

test("notes and drawings look the same on screen and in print [threat F15]", () => {
  const printNote =
    "Some notes or drawings in this PDF would appear only on screen or only in print; the stamped copy shows and prints what was on screen.";
  const flags: [number, boolean][] = [
    [0, true],
    [36, false],
    [4 + 256, true],
  ];
  for (const [flag, isShown] of flags) {
    const objects = formWith("", { more: { 21: drawn("Paid"), 22: drawn("Unpaid") } });
    objects[20] = `<< /Type /Annot /Subtype /FreeText /Contents (Paid) ${place} /F ${flag} /AP << /N 21 0 R /R 22 0 R >> >>`;
    const { file, notes } = stamped(pdfWithTable(objects));
    expect(notes).toEqual([printNote]);
    for (const printed of [true, false]) {
      const ink = inkWithin(renderPage(file, "ghostscript", { printed }), fieldRegion);
      expect(ink > 0).toBe(isShown);
    }
    expect(effectiveObjects(file)).not.toContain('"/R": "22 0 R"');
  }
});

/** A black picture, 200 by 40. */
const black = { entries: "/Type /XObject /Subtype /Form /BBox [0 0 200 40]", data: "0 0 200 40 re f" };
const layersNote =
  "Layers in this PDF would look different on screen, in print or in other programs; the stamped copy always shows them as on screen.";
const printNote =
  "Some notes or drawings in this PDF would appear only on screen or only in print; the stamped copy shows and prints what was on screen.";
const picturesNote =
  "Links or pop-up notes in this PDF had pictures that only some programs show; the stamped copy leaves them out.";

const disputed: Record<string, { annotation: string; note: string }> = {
  "a drawing on a layer that is off": {
    annotation: "/Subtype /Stamp /F 4 /AP << /N 21 0 R >> /OC 30 0 R",
    note: layersNote,
  },
  "a drawing hidden by a rule": {
    annotation: "/Subtype /Stamp /F 4 /AP << /N 21 0 R >> /OC 32 0 R",
    note: layersNote,
  },
  "a drawing for print alone that has no picture": {
    annotation: "/Subtype /Square /F 36 /IC [0] /C [0]",
    note: printNote,
  },
  "an annotation of an unknown kind with the flag Invisible": {
    annotation: "/Subtype /Foo /F 5 /AP << /N 21 0 R >>",
    note: printNote,
  },
  "an annotation without /Subtype": { annotation: "/F 4 /AP << /N 21 0 R >>", note: printNote },
  "a link with a picture": { annotation: "/Subtype /Link /F 4 /AP << /N 21 0 R >>", note: picturesNote },
  "a pop-up note with a picture": {
    annotation: "/Subtype /Popup /F 4 /Open true /AP << /N 21 0 R >>",
    note: picturesNote,
  },
};

for (const [name, { annotation, note }] of Object.entries(disputed)) {
  test(`${name} is hidden in every reader, on screen and in print, and the user gets a note`, () => {
    const original = pdfWithTable(
      onePage({
        catalog: "/OCProperties << /OCGs [30 0 R] /D << /OFF [30 0 R] >> >>",
        page: "/MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R /Annots [20 0 R]",
        content: unpacked(" "),
        more: {
          20: `<< /Type /Annot ${place} ${annotation} >>`,
          21: black,
          30: "<< /Type /OCG /Name (layer) >>",
          32: "<< /Type /OCMD /OCGs [30 0 R] >>",
        },
      }),
    );
    const { file, notes } = stamped(original);
    expect(notes).toContain(note);
    expect(inkOfField(file)).toEqual([0, 0, 0]);
    expect(inkWithin(renderPage(file, "ghostscript", { printed: true }), fieldRegion)).toBe(0);
  });
}

test("links without an appearance stay unchanged, whatever their print flag", () => {
  for (const flags of ["", "/F 0", "/F 4"]) {
    const objects = formWith("");
    objects[20] = `<< /Type /Annot /Subtype /Link ${place} ${flags} /A << /S /URI /URI (https://example.com/) >> >>`;
    const { file, notes } = stamped(pdfWithTable(objects));
    expect(notes).toEqual([]);
    expect(effectiveObjects(file)).not.toContain('"/Border"');
  }
});

const signedNote =
  "Programs may show different values in the fields of this signed form; fixing this would break the signature.";

test("a signed form whose fields can be read in two ways stays unchanged, and the user gets a note", () => {
  const field =
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (999999) /Rect [60 600 260 640] /AP << /N 21 0 R >> >>";
  const form = signedPdf(undefined, "/Annots [30 0 R 20 0 R]", {
    form: "/AcroForm << /SigFlags 3 /Fields [30 0 R 20 0 R] >>",
    more: { 20: field, 21: drawn("100") },
  });
  const { file, notes } = stamped(form);
  expect(readSignatures(file)).toContain("Signature is Valid");
  expect(notes).toContain(signedNote);
  expect(effectiveObjects(file)).toContain('"/V": "u:999999"');
  expect(stamped(signedPdf()).notes).not.toContain(signedNote);
});
