/** Test support: independent programs draw a page. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inFolder, type Picture, type Region, runTool } from "./test-tools.ts";

export type Reader = "poppler" | "mupdf" | "ghostscript";

export const readers: readonly Reader[] = ["poppler", "mupdf", "ghostscript"];

export type RenderOptions = {
  /** The first page is 1. */
  page?: number;
  dpi?: number;
  /** Only Ghostscript can draw what a printer gets: annotations and layers may differ between print and screen. */
  printed?: boolean;
};

type Render = Required<RenderOptions>;

const commands: Record<Reader, (options: Render) => [string, ...string[]]> = {
  poppler: ({ page, dpi }) => {
    const pages = ["-f", `${page}`, "-l", `${page}`];
    return ["pdftoppm", "-q", "-gray", "-cropbox", "-r", `${dpi}`, ...pages, "in.pdf", "out"];
  },
  mupdf: ({ page, dpi }) => {
    const shape = ["-F", "pgm", "-c", "gray", "-r", `${dpi}`];
    return ["mutool", "draw", "-q", ...shape, "-o", "out.pgm", "in.pdf", `${page}`];
  },
  ghostscript: ({ page, dpi, printed }) => {
    const quiet = ["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pgmraw", "-dUseCropBox"];
    const smooth = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", `-r${dpi}`, `-dPrinted=${printed}`];
    return ["gs", ...quiet, ...smooth, `-sPageList=${page}`, "-sOutputFile=out.pgm", "in.pdf"];
  },
};

/** One page as gray pixels, upright and cropped, as `reader` shows it. Throws if the reader draws nothing. */
export function renderPage(pdf: Uint8Array, reader: Reader, options: RenderOptions = {}): Picture {
  const [program, ...args] = commands[reader]({ page: 1, dpi: 72, printed: false, ...options });
  return inFolder(pdf, (folder) => {
    const { text } = runTool(program, args, folder);
    const drawn = readdirSync(folder).find((name) => name.endsWith(".pgm"));
    if (!drawn) throw new Error(`${program} drew no page: ${text}`);
    return parsePgm(readFileSync(join(folder, drawn)));
  });
}

const allPages: Record<Reader, (dpi: number) => [string, ...string[]]> = {
  poppler: (dpi) => ["pdftoppm", "-q", "-gray", "-cropbox", "-r", `${dpi}`, "in.pdf", "out"],
  mupdf: (dpi) => {
    const shape = ["-q", "-i", "-F", "pgm", "-c", "gray", "-r", `${dpi}`];
    return ["mutool", "draw", ...shape, "-o", "out-%04d.pgm", "in.pdf"];
  },
  ghostscript: (dpi) => {
    const device = ["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pgmraw", "-dUseCropBox"];
    const smooth = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", `-r${dpi}`];
    return ["gs", ...device, ...smooth, "-sOutputFile=out-%04d.pgm", "in.pdf"];
  },
};

/** All pages as gray pixels; undefined for one that `reader` does not draw. */
export function renderPages(pdf: Uint8Array, reader: Reader, dpi = 72): (Picture | undefined)[] {
  const [program, ...args] = allPages[reader](dpi);
  return inFolder(pdf, (folder) => {
    runTool(program, args, folder);
    const pages: (Picture | undefined)[] = [];
    for (const name of readdirSync(folder)) {
      const page = /^out-(\d+)\.pgm$/.exec(name)?.[1];
      if (page) pages[Number(page) - 1] = parsePgm(readFileSync(join(folder, name)));
    }
    return pages;
  });
}

/**
 * How alike `picture` is to `model` where the latter is not white: their correlation, and the contrast in relation to
 * the model's.
 */
export function likeness(
  model: Picture | undefined,
  picture: Picture | undefined,
): { correlation: number; contrast: number } {
  if (!model || picture?.pixels.length !== model.pixels.length) return { correlation: 0, contrast: 0 };
  const [mean, otherMean] = [meanOf(model, model), meanOf(picture, model)];
  let [square, otherSquare, product] = [0, 0, 0];
  model.pixels.forEach((pixel, index) => {
    if (pixel >= nearlyWhite) return;
    const [one, other] = [pixel - mean, (picture.pixels[index] ?? 0) - otherMean];
    square += one * one;
    otherSquare += other * other;
    product += one * other;
  });
  return {
    correlation: product / Math.sqrt(square * otherSquare),
    contrast: Math.sqrt(otherSquare / square),
  };
}

const nearlyWhite = 250;

function meanOf({ pixels }: Picture, model: Picture): number {
  const inked = pixels.filter((_, index) => (model.pixels[index] ?? 255) < nearlyWhite);
  return inked.reduce((sum, pixel) => sum + pixel, 0) / inked.length;
}

function parsePgm(file: Buffer): Picture {
  const head = file.toString("latin1", 0, 512);
  const [found, width, height] = /^P5(?:\s+|#.*\n)+(\d+)\s+(\d+)\s+255\s/.exec(head) ?? [];
  if (!found) throw new Error("This is no gray picture of 8 bits.");
  return { pixels: file.subarray(found.length), width: Number(width), height: Number(height) };
}

/**
 * How much darker a part of a page is than paper: 0 for blank, 1 for black. `region` is relative to width and height.
 */
export function inkWithin({ pixels, width, height }: Picture, region: Region): number {
  const [left, right] = [Math.floor(region.left * width), Math.ceil(region.right * width)];
  const [top, bottom] = [Math.floor(region.top * height), Math.ceil(region.bottom * height)];
  let ink = 0;
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) ink += 255 - (pixels[row * width + column] ?? 255);
  }
  return ink / 255 / Math.max(1, (right - left) * (bottom - top));
}

export type DifferenceOptions = {
  /** Excluded from the comparison; relative to width and height. */
  except?: Region | undefined;
  /** Squares of this many pixels are compared by their mean, since programs smooth edges differently. */
  square?: number;
};

/** The largest difference between two pictures, 0 to 1; 1 if their sizes differ by more than a pixel. */
export function largestDifference(a: Picture, b: Picture, options: DifferenceOptions = {}): number {
  const { except, square = 4 } = options;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  if (Math.max(a.width, b.width) > width + 1 || Math.max(a.height, b.height) > height + 1) return 1;
  let largest = 0;
  for (let top = 0; top < height; top += square) {
    for (let left = 0; left < width; left += square) {
      const region = {
        left: left / width,
        right: Math.min(width, left + square) / width,
        top: top / height,
        bottom: Math.min(height, top + square) / height,
      };
      if (except && overlap(region, except)) continue;
      const difference = Math.abs(findInk(a, left, top, square) - findInk(b, left, top, square));
      largest = Math.max(largest, difference);
    }
  }
  return largest;
}

const overlap = (a: Region, b: Region): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function findInk({ pixels, width, height }: Picture, left: number, top: number, square: number): number {
  let ink = 0;
  let count = 0;
  for (let row = top; row < Math.min(height, top + square); row++) {
    for (let column = left; column < Math.min(width, left + square); column++) {
      ink += 255 - (pixels[row * width + column] ?? 255);
      count++;
    }
  }
  return ink / 255 / Math.max(1, count);
}
