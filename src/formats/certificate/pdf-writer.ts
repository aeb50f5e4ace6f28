import { createHash } from "node:crypto";
import { PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from "pdf-lib";
import { type EmbeddedFont, type EmbeddedFonts, embedFonts, showText } from "../text/pdf-fonts.ts";
import { ascent, descent, type ShapedText, shapeText } from "../text/shape.ts";
import type { Color, Layout, PlacedLine, Rule } from "./flow.ts";
import type { Drawing } from "./frame.ts";
import { StructureTree } from "./structure-tree.ts";
import { xmpMetadata } from "./xmp-metadata.ts";

export type DocumentFacts = {
  title: string;
  author: string;
  subject: string;
  /** Creation date, milliseconds since 1970 UTC. */
  time: number;
  /** The frame around each page. */
  frame: Drawing;
};

const encoder = new TextEncoder();

const colors: Record<Color, string> = {
  ink: "0.09 0.13 0.19 rg",
  muted: "0.36 0.40 0.44 rg",
  accent: "0.04 0.34 0.39 rg",
};

/** Tangent of the angle by which the client's words lean. */
const statedSlant = 0.2;

/** Writes a layout as a tagged PDF 1.7. Equal input gives equal bytes. */
export async function writePdf(layout: Layout, facts: DocumentFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const lines = [...layout.elements.flatMap((element) => element.lines), ...layout.running];
  const blank = shapeText(" ");
  const fonts = embedFonts([blank, ...lines.map(({ line }) => line)]);
  const resources = writeResources(document, fonts, layout, facts.frame);
  const tree = new StructureTree(document.context);
  for (let index = 0; index < layout.pages; index++) {
    const page = document.addPage([layout.width, layout.height]);
    const content = [
      "/Artifact BMC /Frame Do EMC",
      ...layout.rules.filter((rule) => rule.page === index).map(drawRule),
      ...layout.elements.map((element) => {
        const drawn = element.lines
          .filter((line) => line.page === index)
          .map((line) => drawLine(fonts, blank, line));
        if (element.picture?.page === index) drawn.push(`q ${element.picture.operators}Q`);
        return drawn.length === 0 ? "" : tree.mark(element, page, drawn.join("\n"));
      }),
      ...layout.running
        .filter((line) => line.page === index)
        .map((line) => `/Artifact <</Type /Pagination>> BDC\n${drawLine(fonts, blank, line)}\nEMC`),
    ];
    const stream = document.context.flateStream(content.filter((part) => part !== "").join("\n"));
    page.node.set(PDFName.of("Contents"), document.context.register(stream));
    page.node.set(PDFName.of("Resources"), resources);
    page.node.set(PDFName.of("Tabs"), PDFName.of("S"));
  }
  writeCatalog(document, tree.write(), facts);
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}

function drawRule({ x, y, length }: Rule): string {
  return `/Artifact BMC q 0.4 w 0.42 0.60 0.63 RG ${x} ${y.toFixed(2)} m ${x + length} ${y.toFixed(2)} l S Q EMC`;
}

function drawLine(
  fonts: EmbeddedFonts,
  blank: ShapedText,
  { x, y, size, color, line, blankAfter, isStated }: PlacedLine,
): string {
  const shown = showText(fonts, line, size) + (blankAfter ? showText(fonts, blank, size) : "");
  const slant = isStated ? statedSlant : 0;
  const drawn = `BT ${colors[color]} 1 0 ${slant} 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm\n${shown}ET`;
  if (!isStated) return drawn;
  const box = [x - size, y - descent * size, (line.width + 2) * size, (ascent + descent) * size];
  return `q ${box.map((value) => value.toFixed(2)).join(" ")} re W n ${drawn} Q`;
}

function writeResources(document: PDFDocument, fonts: EmbeddedFonts, layout: Layout, frame: Drawing): PDFRef {
  const { context } = document;
  const writeForm = (operators: string, BBox: number[], Resources = {}) =>
    context.register(context.flateStream(operators, { Type: "XObject", Subtype: "Form", BBox, Resources }));
  const parts = Object.entries(frame.parts).map(([name, { operators, box }]) => [
    name,
    writeForm(operators, box),
  ]);
  const form = writeForm(frame.operators, [0, 0, layout.width, layout.height], {
    XObject: Object.fromEntries(parts),
  });
  return context.register(
    context.obj({
      Font: Object.fromEntries(fonts.fonts.map((font) => [font.resource, writeFont(document, font)])),
      XObject: { Frame: form },
    }),
  );
}

/** A Type0 font from plain data, as typography/pdf-fonts.ts describes it. */
function writeFont({ context }: PDFDocument, font: EmbeddedFont): PDFRef {
  const { flags, bbox, italicAngle, ascent, descent, capHeight, stemV } = font.descriptor;
  const descriptor = context.obj({
    Type: "FontDescriptor",
    FontName: font.baseFont,
    Flags: flags,
    FontBBox: bbox,
    ItalicAngle: italicAngle,
    Ascent: ascent,
    Descent: descent,
    CapHeight: capHeight,
    StemV: stemV,
    FontFile2: context.register(context.flateStream(font.fontFile, { Length1: font.fontFile.length })),
  });
  const descendant = context.obj({
    Type: "Font",
    Subtype: "CIDFontType2",
    BaseFont: font.baseFont,
    CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    DW: 0,
    W: [0, font.widths],
    CIDToGIDMap: "Identity",
  });
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: font.baseFont,
      Encoding: "Identity-H",
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(font.toUnicode)),
    }),
  );
}

function writeCatalog(document: PDFDocument, structure: PDFRef, facts: DocumentFacts): void {
  const { context, catalog } = document;
  const date = new Date(facts.time);
  document.setTitle(facts.title, { showInWindowTitleBar: true });
  document.setAuthor(facts.author);
  document.setSubject(facts.subject.toWellFormed());
  document.setCreator(facts.author);
  document.setProducer(facts.author);
  document.setCreationDate(date);
  document.setModificationDate(date);
  document.setLanguage("en-US");
  // Bytes, not text: pdf-lib writes one byte for each UTF-16 code unit of a string.
  const metadata = context.stream(encoder.encode(xmpMetadata(facts)), { Type: "Metadata", Subtype: "XML" });
  catalog.set(PDFName.of("Metadata"), context.register(metadata));
  catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
  catalog.set(PDFName.of("StructTreeRoot"), structure);
  const id = PDFHexString.of(createHash("sha256").update(facts.title).digest("hex").slice(0, 32));
  context.trailerInfo.ID = context.obj([id, id]);
}
