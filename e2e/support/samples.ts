import { randomFillSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp from "sharp";

/** Generated documents for benchmarks and browser tests, so that the repository contains no third-party files. */

const sentence =
  "The parties agree that this page is here to be stamped, and that it looks like a page of a lease.";

/** A text document of `pages` pages with about forty lines on each. */
export async function writeTextPdf(path: string, pages: number, objectStreams = false): Promise<void> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([612, 792]);
    const lines = Array.from({ length: 40 }, (_, line) => `${number}.${line + 1} ${sentence}`);
    page.drawText(lines.join("\n"), { x: 54, y: 730, size: 10, lineHeight: 16, font });
  }
  await writeFile(path, await pdf.save({ useObjectStreams: objectStreams }));
}

/** A scan: one noisy JPEG of about 1.1 MB on each of `pages` pages. */
export async function writeScanPdf(path: string, pages: number): Promise<void> {
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= pages; number++) {
    const image = await pdf.embedJpg(await noisyJpeg(1240, 1754, 93));
    const page = pdf.addPage([595, 842]);
    page.drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
  }
  await writeFile(path, await pdf.save({ useObjectStreams: false }));
}

export async function writePhoto(path: string, width: number, height: number): Promise<void> {
  await writeFile(path, await noisyJpeg(width, height, 85));
}

/** Random pixels: as hard to compress as a real photograph. */
function noisyJpeg(width: number, height: number, quality: number): Promise<Buffer> {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3)).map((value) => 96 + (value >> 2));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}
