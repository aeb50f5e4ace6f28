import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { writeSrgbProfile } from "../images/icc-profile.ts";
import { NewPdfFile } from "../pdf/new-pdf-file.ts";
import { textString } from "../pdf/text-string.ts";
import { writeFont } from "../pdf/write-font.ts";
import { type EmbeddedFonts, embedFonts, showText } from "../text/pdf-fonts.ts";
import { ascent, descent, type ShapedText, shapeText } from "../text/shape.ts";
import { getDefaultFonts } from "./default-fonts.ts";
import type { Color, Layout, PlacedLine, Rule } from "./flow.ts";
import { drawFrame, drawSeal as drawSealForm } from "./frame.ts";
import type { Paper } from "./paper.ts";
import { StructureTree } from "./structure-tree.ts";
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
  const file = new NewPdfFile();
  const blank = shapeText(" ", { face: "sans" });
  const fonts = embedFonts(collectTexts(layout, blank, further), getDefaultFonts());
  const resources = writeResources(file, fonts, layout.paper);
  const tree = new StructureTree(file);
  const pageTree = file.reserve();
  const pages = Array.from({ length: layout.pages + further.count }, (_, index) => {
    const marks = tree.addPage(file.reserve());
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
    const contents = file.addPacked(Buffer.from(content.filter((part) => part !== "").join("\n"), "latin1"));
    file.write(
      marks.page,
      `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 ${layout.paper.width} ${layout.paper.height}] ` +
        `/Resources ${resources} 0 R /Contents ${contents} 0 R /StructParents ${marks.key} /Tabs /S ` +
        `/Annots [${marks.links.map((link) => `${link} 0 R`).join(" ")}] >>`,
    );
    return `${marks.page} 0 R`;
  });
  file.write(pageTree, `<< /Type /Pages /Kids [${pages.join(" ")}] /Count ${pages.length} >>`);
  return file.finish(writeDocument(file, pageTree, tree.write(), layout.language, facts, attached));
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

function writeResources(file: NewPdfFile, { fonts }: EmbeddedFonts, paper: Paper): number {
  const { parts, ...frame } = drawFrame(paper.framed, paper.height);
  const writeForm = ({ data, box }: typeof frame, resources: string) =>
    file.addStream(
      `/Type /XObject /Subtype /Form /BBox [${box.join(" ")}] /Resources << ${resources} >> /Filter /FlateDecode`,
      data,
    );
  const named = Object.entries(parts).map(([name, part]) => `/${name} ${writeForm(part, "")} 0 R`);
  const form = writeForm(frame, `/XObject << ${named.join(" ")} >>`);
  const seal = writeForm(drawSealForm(), `/XObject << ${named.join(" ")} >>`);
  const written = fonts.map((font) => `/${font.resource} ${writeFont(file, font)} 0 R`);
  return file.add(
    `<< /Font << ${written.join(" ")} >> /XObject << /Frame ${form} 0 R /Seal ${seal} 0 R >> >>`,
  );
}

/** Writes the catalog and the information dictionary; returns the trailer. */
function writeDocument(
  file: NewPdfFile,
  pages: number,
  structure: number,
  language: Layout["language"],
  facts: DocumentFacts,
  attached: AttachedFile | undefined,
) {
  const [author, date] = [textString(facts.author), pdfDate(facts.time)];
  const information = file.add(
    `<< /Title ${textString(facts.title)} /Author ${author} /Subject ${textString(facts.subject.toWellFormed())} ` +
      `/Creator ${author} /Producer ${author} /CreationDate ${date} /ModDate ${date} >>`,
  );
  const lang = language === "en" ? "en-US" : language;
  const xmp = xmpMetadata({ ...facts, language: lang });
  const metadata = file.addStream("/Type /Metadata /Subtype /XML", Buffer.from(xmp));
  const catalog = file.add(
    `<< /Type /Catalog /Pages ${pages} 0 R /Metadata ${metadata} 0 R /StructTreeRoot ${structure} 0 R ` +
      `/MarkInfo << /Marked true >> /Lang (${lang}) ${outputIntent(file)} /ViewerPreferences << /DisplayDocTitle true >>${attached ? attach(file, attached, facts.time) : ""} >>`,
  );
  const id = createHash("sha256").update(facts.title).digest("hex").slice(0, 32);
  return { Root: `${catalog} 0 R`, Info: `${information} 0 R`, ID: `[<${id}> <${id}>]` };
}

let packedProfile: Buffer | undefined;

/** The colors of all pages are those of sRGB (ISO 19005-3, 6.2.3); returns the catalog's entry. */
function outputIntent(file: NewPdfFile): string {
  packedProfile ??= deflateSync(writeSrgbProfile());
  const profile = file.addStream("/N 3 /Filter /FlateDecode", packedProfile);
  const intent = `/Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile ${profile} 0 R`;
  return `/OutputIntents [<< ${intent} >>]`;
}

/** Attaches a file to the PDF (ISO 32000-2, 7.11.4); returns the catalog's entry for it. */
function attach(file: NewPdfFile, { name, description, bytes }: AttachedFile, time: number): string {
  const content = file.addStream(
    `/Type /EmbeddedFile /Subtype /text#2Fplain /Params << /Size ${bytes.length} /ModDate ${pdfDate(time)} >> /Filter /FlateDecode`,
    deflateSync(bytes),
  );
  const [title, about] = [textString(name), textString(description)];
  const specification = file.add(
    `<< /Type /Filespec /F ${title} /UF ${title} /Desc ${about} /AFRelationship /Data /EF << /F ${content} 0 R /UF ${content} 0 R >> >>`,
  );
  return ` /Names << /EmbeddedFiles << /Names [${title} ${specification} 0 R] >> >> /AF [${specification} 0 R]`;
}

/** "(D:20261120191100Z)" (ISO 32000-2, 7.9.4). */
function pdfDate(time: number): string {
  return `(D:${new Date(time).toISOString().slice(0, 19).replace(/[-T:]/g, "")}Z)`;
}
