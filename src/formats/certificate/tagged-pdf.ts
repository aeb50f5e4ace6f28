import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { writeSrgbProfile } from "../images/icc-profile.ts";
import { writeFont } from "../pdf/write-font.ts";
import { type EmbeddedFonts, embedFonts, showText } from "../text/pdf-fonts.ts";
import { ascent, descent, type ShapedText, shapeText } from "../text/shape.ts";
import { getDefaultFonts } from "./default-fonts.ts";
import type { Color, Layout, PlacedLine, Rule } from "./flow.ts";
import { drawFrame, drawSeal as drawSealForm } from "./frame.ts";
import type { Paper } from "./paper.ts";
import { PDFContext, PDFHexString, PDFRawStream, PDFRef, PDFString, PDFWriter } from "./pdf-objects.ts";
import { StructureTree } from "./structure-tree.ts";
import { WrittenObjects, writtenText } from "./written-object.ts";
import { xmpMetadata } from "./xmp-metadata.ts";

export type DocumentFacts = {
  title: string;
  author: string;
  subject: string;
  /** Creation date, milliseconds since 1970 UTC. */
  time: number;
};

/** A text file inside the PDF. */
type AttachedFile = { name: string; description: string; bytes: Uint8Array };

/** The entries of a dictionary; strings in it are names. */
type Entries = NonNullable<Parameters<PDFContext["stream"]>[1]>;

const colors: Record<Color, string> = {
  ink: "0.075 0.153 0.173 rg",
  muted: "0.302 0.365 0.38 rg",
  accent: "0.059 0.275 0.314 rg",
};

/** The slant of the client's words, as a tangent. */
const statedSlant = 0.2;

/**
 * Pages after those of a layout, for long lists: each page is laid out when it is written and then released, so
 * thousands of lines need no more memory than one page.
 */
export type FurtherPages = {
  count: number;
  /** The text of all pages, for the fonts. */
  texts: () => Iterable<ShapedText>;
  layOut: (index: number) => Pick<Layout, "elements" | "running" | "rules">;
};

/** Writes a layout as PDF/A-3a and PDF/UA-1. Equal input gives equal bytes. */
export async function writePdf(
  layout: Layout,
  facts: DocumentFacts,
  attached?: AttachedFile,
  further: FurtherPages = noFurtherPages,
): Promise<Uint8Array> {
  const context = PDFContext.create();
  const blank = shapeText(" ", { face: "sans" });
  const fonts = embedFonts(collectTexts(layout, blank, further), getDefaultFonts());
  const resources = writeResources(context, fonts, layout.paper);
  const tree = new StructureTree(context);
  const pageTree = context.nextRef();
  const pages = Array.from({ length: layout.pages + further.count }, (_, index) => {
    const marks = tree.addPage(context.nextRef());
    const { elements, running, rules } = index < layout.pages ? layout : further.layOut(index);
    const content = [
      "/Artifact BMC /Frame Do EMC",
      ...(layout.seal && index === 0 ? [drawSeal(layout.seal)] : []),
      ...rules.filter((rule) => rule.page === index).map(drawRule),
      ...elements.map((element) => {
        const drawn = element.lines
          .filter((line) => line.page === index)
          .map((line) => drawLine(fonts, blank, line));
        if (element.picture?.page === index) drawn.push(`q ${element.picture.operators}Q`);
        if (drawn.length === 0) return "";
        const owner = index < layout.pages ? element : { ...element, lines: [] };
        return tree.mark(owner, marks, drawn.join("\n"));
      }),
      ...running
        .filter((line) => line.page === index)
        .map((line) => `/Artifact <</Type /Pagination>> BDC\n${drawLine(fonts, blank, line)}\nEMC`),
    ];
    const operators = content.filter((part) => part !== "").join("\n");
    context.assign(
      marks.page,
      context.obj({
        Type: "Page",
        Parent: pageTree,
        MediaBox: [0, 0, layout.paper.width, layout.paper.height],
        Resources: resources,
        Contents: addDeflated(context, deflateSync(Buffer.from(operators, "latin1"))),
        StructParents: marks.key,
        Tabs: "S",
        Annots: marks.links,
      }),
    );
    return marks.page;
  });
  context.assign(pageTree, context.obj({ Type: "Pages", Kids: pages, Count: pages.length }));
  const information = addInformation(context, facts);
  const catalog = context.register(
    context.obj({
      Type: "Catalog",
      Pages: pageTree,
      Metadata: addMetadata(context, facts, layout.language),
      StructTreeRoot: tree.write(),
      MarkInfo: { Marked: true },
      Lang: PDFString.of(languageTag(layout.language)),
      OutputIntents: [addOutputIntent(context)],
      ViewerPreferences: { DisplayDocTitle: true },
      ...(attached && attach(context, attached, facts.time)),
    }),
  );
  const id = PDFHexString.of(createHash("sha256").update(facts.title).digest("hex").slice(0, 32));
  context.trailerInfo = { Root: catalog, Info: information, ID: context.obj([id, id]) };
  return PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

const noFurtherPages: FurtherPages = {
  count: 0,
  texts: () => [],
  layOut: () => ({ elements: [], running: [], rules: [] }),
};

function* collectTexts(layout: Layout, blank: ShapedText, further: FurtherPages): Generator<ShapedText> {
  yield blank;
  for (const element of layout.elements) for (const { line } of element.lines) yield line;
  for (const { line } of layout.running) yield line;
  yield* further.texts();
}

const ruleLooks = { hair: "0.4 w 0.42 0.60 0.63 RG", seal: "1.6 w 0.706 0.224 0.122 RG" } as const;

function drawRule({ x, y, length, color }: Rule): string {
  return `/Artifact BMC q ${ruleLooks[color]} ${x} ${y.toFixed(2)} m ${x + length} ${y.toFixed(2)} l S Q EMC`;
}

function drawSeal({ x, y }: { x: number; y: number }): string {
  return `/Artifact BMC q 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} cm /Seal Do Q EMC`;
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

function writeResources(context: PDFContext, { fonts }: EmbeddedFonts, paper: Paper): PDFRef {
  const file = new WrittenObjects(context);
  const { parts, ...frame } = drawFrame(paper.framed, paper.height);
  const addForm = ({ data, box }: typeof frame, Resources: Entries) =>
    addDeflated(context, data, { Type: "XObject", Subtype: "Form", BBox: box, Resources });
  const named = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, addForm(part, {})]));
  const Frame = addForm(frame, { XObject: named });
  const Seal = addForm(drawSealForm(), { XObject: named });
  const Font = Object.fromEntries(fonts.map((font) => [font.resource, PDFRef.of(writeFont(file, font))]));
  return context.register(context.obj({ Font, XObject: { Frame, Seal } }));
}

/** `entries` are those of the stream's dictionary besides its filter and length. */
function addDeflated(context: PDFContext, data: Uint8Array, entries: Entries = {}): PDFRef {
  return context.register(PDFRawStream.of(context.obj({ ...entries, Filter: "FlateDecode" }), data));
}

function addInformation(context: PDFContext, facts: DocumentFacts): PDFRef {
  const [author, date] = [writtenText(facts.author), PDFString.fromDate(new Date(facts.time))];
  return context.register(
    context.obj({
      Title: writtenText(facts.title),
      Author: author,
      Subject: writtenText(facts.subject.toWellFormed()),
      Creator: author,
      Producer: author,
      CreationDate: date,
      ModDate: date,
    }),
  );
}

function addMetadata(context: PDFContext, facts: DocumentFacts, language: Layout["language"]): PDFRef {
  const xmp = Buffer.from(xmpMetadata({ ...facts, language: languageTag(language) }));
  return context.register(PDFRawStream.of(context.obj({ Type: "Metadata", Subtype: "XML" }), xmp));
}

const languageTag = (language: Layout["language"]) => (language === "en" ? "en-US" : language);

let packedProfile: Buffer | undefined;

/** The colors of all pages are those of sRGB (ISO 19005-3, 6.2.3). An object of its own: a seal repeats the catalog. */
function addOutputIntent(context: PDFContext): PDFRef {
  packedProfile ??= deflateSync(writeSrgbProfile());
  const intent: Entries = {
    Type: "OutputIntent",
    S: "GTS_PDFA1",
    OutputConditionIdentifier: PDFString.of("sRGB"),
    Info: PDFString.of("sRGB"),
    DestOutputProfile: addDeflated(context, packedProfile, { N: 3 }),
  };
  return context.register(context.obj(intent));
}

/** Attaches a file to the PDF (ISO 32000-2, 7.11.4); returns the catalog's entries for it. */
function attach(context: PDFContext, { name, description, bytes }: AttachedFile, time: number): Entries {
  const content = addDeflated(context, deflateSync(bytes), {
    Type: "EmbeddedFile",
    Subtype: "text/plain",
    Params: { Size: bytes.length, ModDate: PDFString.fromDate(new Date(time)) },
  });
  const title = writtenText(name);
  const specification = context.register(
    context.obj({
      Type: "Filespec",
      F: title,
      UF: title,
      Desc: writtenText(description),
      AFRelationship: "Data",
      EF: { F: content, UF: content },
    }),
  );
  return { Names: { EmbeddedFiles: { Names: [title, specification] } }, AF: [specification] };
}
