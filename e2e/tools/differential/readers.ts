import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Picture } from "../../../src/formats/pdf/test-tools.ts";

/** Programs that draw pages. */
export const readers = ["poppler", "mupdf", "ghostscript"] as const;
export type Reader = (typeof readers)[number];

/** Processor time that one call of a reader may take. Wall-clock time would depend on what else the machine does. */
export type Limits = { cpuSeconds: number };
/** Limits for the original. */
export const firstLimits: Limits = { cpuSeconds: 6 };
/** A reader that could draw the original within the first limits gets more for the stamped copy. */
export const secondLimits: Limits = { cpuSeconds: 30 };

const maxMemoryBytes = 1_500_000_000;
const maxFileBytes = 300_000_000;
/** Only a safeguard against programs that hang. */
const hangMs = 300_000;
/** The longest side of a drawn page, in pixels: about 40 dpi for a letter. */
const longestSide = 480;
const maxPoints = 1_500_000;
/** Enough to see the stamp on a page of one point. */
const maxDpi = 20_000;

export type Output = { text: string; timedOut: boolean };

/** Runs a reader with limits; its output is limited to a few megabytes. */
export async function runLimited(command: string[], { cpuSeconds }: Limits, cwd: string): Promise<Output> {
  const limits = [`--cpu=${cpuSeconds}`, `--as=${maxMemoryBytes}`, `--fsize=${maxFileBytes}`, "--core=0"];
  const child = Bun.spawn(["prlimit", ...limits, ...command], {
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    timeout: hangMs,
    killSignal: "SIGKILL",
  });
  const text = await new Response(child.stdout).text();
  await child.exited;
  return { text, timedOut: child.signalCode === "SIGXCPU" || child.signalCode === "SIGKILL" };
}

/** Pictures by page number, and the number of pages that Ghostscript finds, which it only reports while drawing. */
export type Drawing = { pictures: Map<number, Picture>; timedOut: boolean; pages?: number | undefined };

export type DrawOptions = { pages: number[]; dpi: number; limits: Limits };

/** Draws some pages of a file as gray pixels. A page that the reader cannot draw is missing. */
export async function drawPages(
  reader: Reader,
  file: string,
  folder: string,
  options: DrawOptions,
): Promise<Drawing> {
  mkdirSync(folder, { recursive: true });
  try {
    return await drawers[reader](file, folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Drawer = (file: string, folder: string, options: DrawOptions) => Promise<Drawing>;

const drawers: Record<Reader, Drawer> = {
  poppler: async (file, folder, { pages, dpi, limits }) => {
    const outputs: Output[] = [];
    for (const [first, last] of findRuns(pages)) {
      const range = ["-f", `${first}`, "-l", `${last}`];
      const command = ["pdftoppm", "-q", "-gray", "-cropbox", "-r", `${dpi}`, ...range, file, "page"];
      outputs.push(await runLimited(command, limits, folder));
    }
    return { pictures: readPictures(folder), timedOut: outputs.some(({ timedOut }) => timedOut) };
  },
  mupdf: async (file, folder, { pages, dpi, limits }) => {
    const shape = ["-q", "-i", "-F", "pgm", "-c", "gray", "-r", `${dpi}`];
    const command = ["mutool", "draw", ...shape, "-o", "page-%d.pgm", file, pages.join()];
    const { timedOut } = await runLimited(command, limits, folder);
    return { pictures: readPictures(folder), timedOut };
  },
  ghostscript: async (file, folder, { pages, dpi, limits }) => {
    const device = ["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=ppmraw", "-dUseCropBox"];
    const smooth = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", `-r${dpi}`];
    const program = `PDFFile (r) file runpdfbegin (pages ) print pdfpagecount = [${pages.join(" ")}] {
      dup pdfpagecount le { dup pdfgetpage pdfshowpage (drew ) print = } { pop } ifelse } forall quit`;
    const input = [
      `--permit-file-read=${file}`,
      "-sOutputFile=page-%d.ppm",
      `-sPDFFile=${file}`,
      "-c",
      program,
    ];
    const { text, timedOut } = await runLimited(["gs", ...device, ...smooth, ...input], limits, folder);
    const drawn = [...text.matchAll(/^drew (\d+)$/gm)].map(([, page]) => Number(page));
    const pictures = [...readPictures(folder)].toSorted(([a], [b]) => a - b);
    const numbered = drawn.flatMap((page, index) => {
      const picture = pictures[index]?.[1];
      return picture ? [[page, picture] as const] : [];
    });
    return { pictures: new Map(numbered), timedOut, pages: findNumber(text, /^pages ([1-9]\d*)$/m) };
  },
};

/** Runs of consecutive pages, as first and last. */
function findRuns(pages: number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run && page === run[1] + 1) run[1] = page;
    else runs.push([page, page]);
  }
  return runs;
}

function readPictures(folder: string): Map<number, Picture> {
  const names = readdirSync(folder).filter((name) => /\.p[gp]m$/.test(name));
  const pictures = names.flatMap((name) => {
    const picture = parsePicture(readFileSync(join(folder, name)));
    return picture ? [[Number(/(\d+)\.p[gp]m$/.exec(name)?.[1]), picture] as const] : [];
  });
  return new Map(pictures);
}

/** Undefined for an incomplete picture. */
function parsePicture(file: Buffer): Picture | undefined {
  const [head, kind, columns, rows] =
    /^P([56])(?:\s+|#.*\n)+(\d+)\s+(\d+)\s+255\s/.exec(file.toString("latin1", 0, 512)) ?? [];
  if (!head) return undefined;
  const [width, height] = [Number(columns), Number(rows)];
  const samples = file.subarray(head.length);
  if (samples.length < width * height * (kind === "6" ? 3 : 1)) return undefined;
  return { pixels: kind === "6" ? toGray(samples, width * height) : samples, width, height };
}

/**
 * Converts colors to gray as Poppler and MuPDF do (ISO 32000-2, 10.4.2.2). Ghostscript uses its color profiles: green
 * is much lighter there, and pictures of different programs could not be compared.
 */
function toGray(colors: Buffer, count: number): Buffer {
  const gray = Buffer.alloc(count);
  for (let pixel = 0, at = 0; pixel < count; pixel++, at += 3) {
    const [red = 0, green = 0, blue = 0] = [colors[at], colors[at + 1], colors[at + 2]];
    gray[pixel] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
  }
  return gray;
}

/**
 * The resolution at which the largest of some pages is drawn as large as all others are; undefined for pages of more
 * than half a kilometer, which programs do not draw.
 */
export async function findResolution(
  file: string,
  lastPage: number,
  folder: string,
): Promise<number | undefined> {
  const range = ["-f", "1", "-l", `${lastPage}`];
  const { text } = await runLimited(["pdfinfo", ...range, file], firstLimits, folder);
  const sizes = [...text.matchAll(/^Page\s+\d+ size:\s+([\d.e+]+) x ([\d.e+]+)/gm)].flatMap(
    ([, width, height]) => [Number(width), Number(height)],
  );
  const longest = Math.max(...sizes, 0) || 792;
  if (longest > maxPoints) return undefined;
  return Math.min(maxDpi, Math.max(1, Math.round((longestSide * 72) / longest)));
}

export function findNumber(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
