/** Test support: the results of independent PDF programs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";

const packages: Record<string, string> = {
  qpdf: "qpdf",
  pdftotext: "poppler-utils",
  pdftoppm: "poppler-utils",
  pdfinfo: "poppler-utils",
  pdfsig: "poppler-utils",
  pdfdetach: "poppler-utils",
  openssl: "openssl",
  certutil: "libnss3-tools",
  mutool: "mupdf-tools",
  gs: "ghostscript",
  python3: "python3",
  sh: "dash",
  xmllint: "libxml2-utils",
  zbarimg: "zbar-tools",
};

type Answer = { code: number; text: string };

/** Runs a program in a temporary folder. Throws an error that names the Debian package if the program is missing. */
export function runTool(program: string, args: string[], cwd: string): Answer {
  if (Bun.which(program) === null) {
    throw new Error(`This test needs ${program}; please install the Debian package ${packages[program]}.`);
  }
  const { exitCode, stdout, stderr } = Bun.spawnSync([program, ...args], { cwd, stderr: "pipe" });
  return { code: exitCode, text: `${stdout.toString()}${stderr.toString()}` };
}

/** Calls `use` with a temporary folder that contains `pdf` as "in.pdf". */
export function inFolder<Result>(pdf: Uint8Array, use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "stamp-pdf-"));
  try {
    writeFileSync(join(folder, "in.pdf"), pdf);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Empty if qpdf finds no error in the file. */
export function findPdfErrors(pdf: Uint8Array): string {
  const { code, text } = inFolder(pdf, (folder) => runTool("qpdf", ["--check", "in.pdf"], folder));
  return code === 0 ? "" : text;
}

/** The number of pages according to Poppler. */
export function countPages(pdf: Uint8Array): number {
  const { text } = inFolder(pdf, (folder) => runTool("pdfinfo", ["in.pdf"], folder));
  return Number(/^Pages:\s+(\d+)/m.exec(text)?.[1]);
}

/** The current objects of a file, as qpdf reads them. */
export function effectiveObjects(pdf: Uint8Array): string {
  return inFolder(pdf, (folder) => runTool("qpdf", ["--json", "in.pdf"], folder).text);
}

/** The text of each page without white space. */
export function textOfPages(pdf: Uint8Array): string[] {
  const { text } = inFolder(pdf, (folder) => runTool("pdftotext", ["-q", "in.pdf", "-"], folder));
  return text
    .split("\f")
    .slice(0, -1)
    .map((page) => page.replace(/\s+/g, ""));
}

export type Picture = { pixels: Buffer; width: number; height: number };

/** The first page as gray pixels, upright and cropped as displayed, its longer side `pixels` long. */
export async function readPicture(pdf: Uint8Array, pixels = 400): Promise<Picture> {
  const png = inFolder(pdf, (folder) => {
    const shape = ["-cropbox", "-png", "-singlefile", "-scale-to", String(pixels)];
    runTool("pdftoppm", ["-q", ...shape, "in.pdf", "out"], folder);
    return readFileSync(join(folder, "out.png"));
  });
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

export type Region = { left: number; top: number; right: number; bottom: number };

/** The area where two pictures differ, relative to width and height, from the top left corner. */
export function changedRegion(before: Picture, after: Picture): Region | undefined {
  if (before.width !== after.width || before.height !== after.height) return undefined;
  const { width, height } = before;
  const region = { left: width, top: height, right: 0, bottom: 0 };
  before.pixels.forEach((pixel, index) => {
    if (Math.abs(pixel - (after.pixels[index] ?? 0)) <= 16) return;
    const [column, row] = [index % width, Math.floor(index / width)];
    region.left = Math.min(region.left, column);
    region.right = Math.max(region.right, column + 1);
    region.top = Math.min(region.top, row);
    region.bottom = Math.max(region.bottom, row + 1);
  });
  if (region.right === 0) return undefined;
  return {
    left: region.left / width,
    right: region.right / width,
    top: region.top / height,
    bottom: region.bottom / height,
  };
}
