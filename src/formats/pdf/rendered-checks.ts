import type { PDFDocument, PDFPage, Rect } from "mupdf";
import { fileTypes } from "../file-types.ts";
import { barWidth } from "../stamp/stamp-block.ts";
import type { DoubtfulSpace, Ink } from "./ambiguous-colors.ts";
import { PdfDocument } from "./document.ts";
import { getFileEnd } from "./file-end.ts";
import { numberText, transformBounds } from "./matrix.ts";
import { Revision } from "./revision.ts";
import type { DoubtfulPage, Doubts } from "./stamp-pdf.ts";

type Mupdf = typeof import("mupdf");

/** A document with more doubtful color spaces is not what it seems. */
const maxSpaces = 24;
/** The longer side of the stamp in pixels: its letters are several pixels high. */
const stampPixels = 1200;
/** From 0 for black to 1 for white. */
const darkest = 0.5;
const lightest = 0.6;
/** The part of the strip that letters cover. */
const letters = { min: 0.01, max: 0.5 };
/** How far the luminance of a color may be from what its name says. */
const tolerance = 0.3;
/** Every value of a byte. */
const rampSteps = 256;
const patchesPerRow = 32;
/** Points per side of a color patch. */
const patchSize = 4;

export type RenderedChecks = {
  /** True unless the stamp was seen on every doubtful page, in a group that changes no colors much. */
  hidesStamp: boolean;
  /** True if a color space shows something else than its name says, or could not be tried. */
  misleads: boolean;
};

/**
 * Draws what is doubtful about a stamped file, with color management. Loads the library that draws pages, which takes
 * many times as long as stamping.
 */
export async function checkByRendering(file: Buffer, { pages, spaces }: Doubts): Promise<RenderedChecks> {
  const mupdf = await import("mupdf");
  mupdf.setLog(null);
  mupdf.enableICC();
  // The library draws annotations after the group; other programs convert them with it.
  const groupSpaces = pages.flatMap(({ space }) => (space === "odd" || !space ? [] : [space]));
  const isOdd = pages.some(({ space }) => space === "odd");
  return {
    hidesStamp: isOdd || !seesStamps(mupdf, file, pages) || !areAsNamed(mupdf, file, groupSpaces),
    misleads: !areAsNamed(mupdf, file, spaces),
  };
}

function seesStamps(mupdf: Mupdf, file: Buffer, pages: DoubtfulPage[]): boolean {
  if (pages.length === 0) return true;
  return withDocument(mupdf, file, (document) => pages.every((page) => seesStamp(mupdf, document, page)));
}

/** True if the bar is dark, the strip is light, and there are letters on it. */
function seesStamp(
  mupdf: Mupdf,
  document: PDFDocument,
  { index, stamp, width, height }: DoubtfulPage,
): boolean {
  const page = document.loadPage(index);
  const toPixels = page.getTransform();
  const place = (right: number): Rect =>
    mupdf.Rect.transform([...transformBounds([0, 0, right, height], stamp)], toPixels);
  const [left, top, right, bottom] = place(width);
  const scale = stampPixels / Math.max(right - left, bottom - top);
  const strip = drawPart(mupdf, page, place(width), scale).toSorted((a, b) => a - b);
  const bar = drawPart(mupdf, page, place(barWidth), scale).toSorted((a, b) => a - b);
  page.destroy();
  const dark = strip.filter((luminance) => luminance < darkest).length / strip.length;
  return median(bar) < darkest && median(strip) > lightest && dark > letters.min && dark < letters.max;
}

const median = (sorted: number[]): number => sorted[sorted.length >> 1] ?? Number.NaN;

function areAsNamed(mupdf: Mupdf, file: Buffer, spaces: DoubtfulSpace[]): boolean {
  if (spaces.length === 0) return true;
  if (spaces.length > maxSpaces) return false;
  return withDocument(mupdf, withPatches(file, spaces), (document) =>
    spaces.every(({ like }, index) => {
      const colors = sampleColors(like);
      const page = document.loadPage(index);
      const drawn = drawPart(mupdf, page, page.getBounds(), 1);
      page.destroy();
      return colors.every((color, at) => {
        const seen = drawn[middleOfPatch(at)] ?? Number.NaN;
        return Math.abs(seen - luminanceOf(like, color)) < tolerance;
      });
    }),
  );
}

/** False if the library refuses the document. */
function withDocument(mupdf: Mupdf, file: Buffer, check: (document: PDFDocument) => boolean): boolean {
  let document: PDFDocument | null = null;
  try {
    document = mupdf.Document.openDocument(file, fileTypes.pdf).asPDF();
    return document !== null && check(document);
  } catch {
    return false;
  } finally {
    document?.destroy();
  }
}

/** The luminance of each pixel within `bounds`, 0 to 1, row by row. */
function drawPart(mupdf: Mupdf, page: PDFPage, bounds: Rect, scale: number): number[] {
  const [left, top, right, bottom] = bounds.map((side) => Math.round(side * scale)) as Rect;
  const size: Rect = [left, top, Math.max(right, left + 1), Math.max(bottom, top + 1)];
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, size, false);
  pixmap.clear(255);
  const device = new mupdf.DrawDevice(mupdf.Matrix.scale(scale, scale), pixmap);
  page.run(device, mupdf.Matrix.identity);
  device.close();
  const samples = pixmap.getPixels();
  const drawn = Array.from({ length: samples.length / 3 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = samples.subarray(pixel * 3, pixel * 3 + 3);
    return luminance(red / 255, green / 255, blue / 255);
  });
  for (const part of [device, pixmap]) part.destroy();
  return drawn;
}

/** As in ISO 32000-2, 10.4.2.2. */
const luminance = (red: number, green: number, blue: number): number =>
  0.3 * red + 0.59 * green + 0.11 * blue;

/** A file that shows, on one page for each color space, a patch of each sample color. */
function withPatches(file: Buffer, spaces: DoubtfulSpace[]): Buffer {
  const document = new PdfDocument(file);
  const revision = new Revision(getFileEnd(document));
  const tree = revision.reserve();
  const side = patchesPerRow * patchSize;
  const pages = spaces.map(({ space, like }) => {
    const contents = revision.addStream("", Buffer.from(patches(sampleColors(like)), "latin1"));
    const resources = `<< /ColorSpace << /Space ${space} >> >>`;
    return revision.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${side} ${side}] /Contents ${contents} 0 R /Resources ${resources} >>`,
    );
  });
  const kids = pages.map((number) => `${number} 0 R`).join(" ");
  revision.write(tree, 0, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  const root = revision.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  const { appended } = revision.finish(["00", "00"], { Root: `${root} 0 R` });
  return Buffer.concat([file, appended]);
}

function patches(colors: number[][]): string {
  const drawn = colors.map((color, index) => {
    const x = (index % patchesPerRow) * patchSize;
    const y = (patchesPerRow - 1 - Math.floor(index / patchesPerRow)) * patchSize;
    return `${color.map(numberText).join(" ")} scn ${x} ${y} ${patchSize} ${patchSize} re f\n`;
  });
  return `/Space cs\n${drawn.join("")}`;
}

function middleOfPatch(index: number): number {
  const row = Math.floor(index / patchesPerRow) * patchSize + patchSize / 2;
  const column = (index % patchesPerRow) * patchSize + patchSize / 2;
  return row * patchesPerRow * patchSize + column;
}

/** Colors from all parts of a space, and the whole ramp of its neutral colors. */
function sampleColors(like: Ink): number[][] {
  const ramp = Array.from({ length: rampSteps }, (_, index) => index / (rampSteps - 1));
  if (like === "DeviceRGB") return [...grid(3, 9), ...ramp.map((value) => [value, value, value])];
  if (like === "DeviceCMYK") return [...grid(4, 5), ...ramp.map((value) => [0, 0, 0, value])];
  return ramp.map((value) => [value]);
}

function grid(components: number, steps: number): number[][] {
  return Array.from({ length: steps ** components }, (_, index) =>
    Array.from(
      { length: components },
      (_, axis) => (Math.floor(index / steps ** axis) % steps) / (steps - 1),
    ),
  );
}

function luminanceOf(like: Ink, [first = 0, second = 0, third = 0, fourth = 0]: number[]): number {
  const ofInks = (cyan: number, magenta: number, yellow: number, black: number) =>
    luminance((1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black));
  if (like === "DeviceGray") return first;
  if (like === "DeviceRGB") return luminance(first, second, third);
  if (like === "DeviceCMYK") return ofInks(first, second, third, fourth);
  if (like === "Cyan") return ofInks(first, 0, 0, 0);
  if (like === "Magenta") return ofInks(0, first, 0, 0);
  return like === "Yellow" ? ofInks(0, 0, first, 0) : 1 - first;
}
