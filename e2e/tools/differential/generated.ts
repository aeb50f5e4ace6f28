/** Generated documents of every kind that needs special care in stamping, so that the comparison always has input. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { annotationPictures, annotations } from "../../../src/formats/pdf/test-annotations.ts";
import { contradictions, harmless, unclearPages } from "../../../src/formats/pdf/test-contradictions.ts";
import {
  manyPages,
  onePage,
  pdfWithObjectStream,
  pdfWithTable,
  type TestObjects,
  unpacked,
} from "../../../src/formats/pdf/test-documents.ts";
import { coloredDocument, coloredPages } from "../../../src/formats/pdf/test-page-colors.ts";
import { SectionWriter, type TestEntries } from "../../../src/formats/pdf/test-sections.ts";
import { fillInSignature, signedObjects, signedPdf } from "../../../src/formats/pdf/test-signing.ts";

/** Writes the documents to a new folder; returns their paths. */
export function writeGenerated(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const documents = {
    ...plainFiles(),
    ...forms(),
    ...hybridFiles(),
    ...signedFiles(),
    ...layeredFiles(),
    ...contradictingFiles(),
    ...annotatedFiles(),
    ...coloredFiles(),
  };
  return Object.entries(documents).map(([name, bytes]) => {
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, bytes);
    return path;
  });
}

const text = (words: string): string => `BT /F1 12 Tf 60 700 Td (${words}) Tj ET\n`;
const font = "/Resources << /Font << /F1 5 0 R >> >>";

function plainFiles(): Record<string, Buffer> {
  const page = (entries: string) => onePage({ page: `${entries} ${font} /Contents 4 0 R` });
  const content = (words: string) => pdfWithTable(onePage({ content: unpacked(words) }));
  return {
    "plain-one-page": pdfWithTable(onePage()),
    "plain-object-streams": pdfWithObjectStream(onePage()),
    "plain-nine-pages": pdfWithTable(manyPages(9)),
    "plain-turned": pdfWithTable(page("/MediaBox [0 0 595 842] /Rotate 90")),
    "plain-turned-backwards": pdfWithTable(page("/MediaBox [0 0 595 842] /Rotate -90")),
    "plain-cropped": pdfWithTable(page("/MediaBox [0 0 800 1000] /CropBox [50 60 645 902]")),
    "plain-origin-elsewhere": pdfWithTable(page("/MediaBox [-300 -400 295 442]")),
    "plain-small": pdfWithTable(page("/MediaBox [0 0 120 80]")),
    "plain-large": pdfWithTable(page("/MediaBox [0 0 8000 6000]")),
    "content-left-open": content(`q 0.5 0 0 0.5 100 100 cm ${text("never closed")}`),
    "content-closed-too-often": content(`${text("closed too often")} Q Q Q`),
    "content-scaled-after-a-surplus-restore": content(
      `${text("closed too often")} Q 0.3 0 0 0.3 0 0 cm 0 1 0 rg 0 0 100 100 re f`,
    ),
    "content-flat-matrix": content(`${text("a matrix without area")} 0 0 0 0 0 0 cm`),
    "content-clipped": content(`${text("clipped")} 0 0 10 10 re W n`),
    "content-dark": content("0 g 0 0 595 842 re f"),
    "junk-before-the-header": pdfWithTable(onePage(), { before: "\r\n\r\n  " }),
    "junk-after-the-end": pdfWithTable(onePage(), { after: "\0\0\0\0" }),
    "damaged-table": damage(pdfWithTable(manyPages(4))),
  };
}

/** A file whose cross-reference table is not where it says. */
function damage(pdf: Buffer): Buffer {
  const text = pdf.toString("latin1").replace(/startxref\n\d+/, "startxref\n17");
  return Buffer.from(text, "latin1");
}

const look = "/DA (/F1 12 Tf 0 0 1 rg) /MK << /BC [0.5] /BG [0.95] >>";
const fields: Record<string, string> = {
  text: `/FT /Tx /V (Jane Doe) ${look}`,
  "text-centered": `/FT /Tx /Q 1 /V (Jane Doe) ${look}`,
  "text-of-several-lines": `/FT /Tx /Ff 4096 /V (First line\\nsecond line) ${look}`,
  "ticked-box": `/FT /Btn /V /Yes /AS /Yes ${look}`,
  choice: `/FT /Ch /Ff 131072 /V (b) /Opt [[(a) (Alpha)] [(b) (Beta)]] ${look}`,
  empty: "/FT /Tx",
  "empty-framed": "/FT /Tx /MK << /BC [0 0 0] /BG [0.9 0.9 1] >>",
};
/** In the middle of the page, and at each edge where a stamp may overlap it. */
const rectangles: Record<string, string> = {
  middle: "60 600 260 640",
  right: "530 300 580 600",
  top: "300 790 580 825",
  bottom: "20 15 400 45",
};

function forms(): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const [kind, field] of Object.entries(fields)) {
    for (const [place, rectangle] of Object.entries(rectangles)) {
      const isDrawnByReaders = place !== "middle";
      const objects = formWith(`${field} /F 4 /Rect [${rectangle}]`, isDrawnByReaders);
      files[`form-${kind}-${place}`] = pdfWithTable(objects);
    }
  }
  const drawn = {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 200 40] ${font}`,
    data: "/Tx BMC q BT /F1 14 Tf 4 14 Td (Jane Doe) Tj ET Q EMC",
  };
  for (const [place, rectangle] of Object.entries(rectangles)) {
    const field = `/FT /Tx /V (Jane Doe) /AP << /N 21 0 R >> /DA (/F1 14 Tf 0 g) /F 4 /Rect [${rectangle}]`;
    files[`form-drawn-${place}`] = pdfWithObjectStream(formWith(field, false, { 21: drawn }));
  }
  return files;
}

function formWith(field: string, needsAppearances: boolean, more: TestObjects = {}): TestObjects {
  const needs = needsAppearances ? "/NeedAppearances true" : "";
  return onePage({
    page: `/MediaBox [0 0 595 842] ${font} /Contents 4 0 R /Annots [20 0 R]`,
    catalog: `/AcroForm << /Fields [20 0 R] /DA (/F1 0 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> ${needs} >>`,
    more: { 20: `<< /Type /Annot /Subtype /Widget /T (field) /P 3 0 R ${field} >>`, ...more },
  });
}

const trailer = "/Size 9 /Root 1 0 R";
const visible = [1, 2, 3, 4, 5];

/** Two pages, the second in an object stream that readers without cross-reference streams do not see. */
function hybridFiles(): Record<string, Buffer> {
  return {
    "hybrid-second-section": writeHybrid((file, hidden, table) => {
      const first = file.table({ ...table, ...asFree([6, 7, 8]) }, trailer);
      file.end(first);
      const stream = file.stream(8, { ...file.entries(visible), ...hidden }, trailer);
      return file.table({}, `${trailer} /Prev ${first} /XRefStm ${stream}`);
    }),
    "hybrid-left-out-of-the-table": writeHybrid((file, hidden, table) => {
      const stream = file.stream(8, hidden, trailer);
      return file.table(table, `${trailer} /XRefStm ${stream}`);
    }),
    "hybrid-free-in-the-stream": writeHybrid((file, hidden, table) => {
      const stream = file.stream(8, { ...asFree([0, ...visible]), ...hidden }, trailer);
      return file.table(table, `${trailer} /XRefStm ${stream}`);
    }),
  };
}

function writeHybrid(
  finish: (file: SectionWriter, hidden: TestEntries, table: TestEntries) => number,
): Buffer {
  const file = new SectionWriter().objects({
    ...onePage(),
    2: "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>",
  });
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R ${font} >>`;
  const inside = file.objectStream(7, { 6: page });
  const hidden = { ...inside, ...file.entries([7]) };
  return file.end(finish(file, hidden, { 0: "free", ...file.entries(visible) })).bytes();
}

const asFree = (numbers: number[]): TestEntries =>
  Object.fromEntries(numbers.map((number) => [number, "free"]));

function signedFiles(): Record<string, Buffer> {
  const field = `/Annots [30 0 R 20 0 R]`;
  const form = "/AcroForm << /SigFlags 3 /Fields [30 0 R 20 0 R] >>";
  const widget = (rectangle: string) =>
    `<< /Type /Annot /Subtype /Widget /T (name) /P 3 0 R /FT /Tx /Rect [${rectangle}] /F 4 ` +
    `/MK << /BC [0 0 0] >> /AP << /N 21 0 R >> >>`;
  const drawn = {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 200 40] ${font}`,
    data: "/Tx BMC q BT /F1 14 Tf 4 14 Td (Jane Doe) Tj ET Q EMC",
  };
  const withField = Object.entries(rectangles).map(([place, rectangle]) => [
    `signed-field-${place}`,
    signedPdf(undefined, field, { form, more: { 20: widget(rectangle), 21: drawn } }),
  ]);
  return {
    signed: signedPdf(),
    "signed-turned": signedPdf(undefined, "/Rotate 90"),
    "signed-certified-1": signedPdf(1),
    "signed-certified-2": signedPdf(2),
    "signed-certified-3": signedPdf(3),
    "signed-hybrid": signedHybrid(),
    ...Object.fromEntries(withField),
  };
}

function signedHybrid(): Buffer {
  const file = new SectionWriter().objects(signedObjects());
  const table = { 0: "free", ...file.entries(Object.keys(file.offsets).map(Number)) } as const;
  const stream = file.stream(33, file.entries([1, 33]), "/Size 34 /Root 1 0 R");
  const start = file.table(table, `/Size 34 /Root 1 0 R /XRefStm ${stream}`);
  return fillInSignature(file.end(start).bytes());
}

function layeredFiles(): Record<string, Buffer> {
  const layered = (config: string, end = "EMC") =>
    pdfWithTable(
      onePage({
        content: unpacked(`${text("Below")}/OC /L BDC 100 500 100 100 re f ${end}`),
        page: "/MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /Properties << /L 30 0 R >> >> /Contents 4 0 R",
        catalog: `/OCProperties << /OCGs [30 0 R] /D << /Name (Default) ${config} >> >>`,
        more: { 30: "<< /Type /OCG /Name (layer) >>" },
      }),
    );
  return {
    "layer-on": layered("/ON [30 0 R]"),
    "layer-off": layered("/OFF [30 0 R]"),
    "layer-off-never-ended": layered("/OFF [30 0 R]", ""),
  };
}

function contradictingFiles(): Record<string, Buffer> {
  const settled = Object.entries(contradictions).map(([name, { file }]) => [name, file] as const);
  const files = [...settled, ...Object.entries(harmless), ...Object.entries(unclearPages)];
  return Object.fromEntries(
    files.map(([name, file]) => [`contradiction-${name.replace(/\W+/g, "-")}`, file]),
  );
}

function annotatedFiles(): Record<string, Buffer> {
  const files = Object.entries(annotations).map(([name, annotation]) => {
    const objects = onePage({
      page: `/MediaBox [0 0 595 842] ${font} /Contents 4 0 R /Annots [20 0 R]`,
      more: { 20: annotation, ...annotationPictures },
    });
    return [`annotation-${name.replace(/\W+/g, "-")}`, pdfWithTable(objects)] as const;
  });
  return Object.fromEntries(files);
}

/** Of the pages whose colors may change the stamp, every eighth; the unit tests have all of them. */
function coloredFiles(): Record<string, Buffer> {
  const chosen = coloredPages.filter((_, index) => index % 8 === 1);
  return Object.fromEntries(
    chosen.map((page) => [`colors-${page.name.replace(/\W+/g, "-")}`, pdfWithTable(coloredDocument([page]))]),
  );
}
