import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileTypes, isConvertedPicture } from "../file-types.ts";
import { readConvertedPicture } from "./converted-picture.ts";
import { type Sharp, sharp } from "./picture-library.ts";

export type PagePictureInput = {
  input: string;
  output: string;
  fileType: string;
  /** Pixels of the longer side. */
  pixels: number;
};

/** The largest picture that can be uploaded, with room for its frame. */
const maxInputPixels = 150_000_000;

/** Draws the first page of a PDF, or a smaller copy of a picture, as WebP without metadata. */
export async function drawPagePicture({ input, output, fileType, pixels }: PagePictureInput): Promise<void> {
  const picture = await openPicture(input, fileType, pixels);
  await picture
    .resize(pixels, pixels, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .webp({ quality: 80, effort: 2 })
    .toFile(output);
}

async function openPicture(input: string, fileType: string, pixels: number): Promise<Sharp> {
  if (fileType === fileTypes.pdf) return drawFirstPage(input, pixels);
  if (isConvertedPicture(fileType))
    return (await readConvertedPicture(await readFile(input), fileType)).pixels;
  const options = { failOn: "error", limitInputPixels: maxInputPixels, sequentialRead: true } as const;
  return sharp(input, options).autoOrient();
}

/** The library is loaded with the first PDF: it is large, and a child that only stamps does not need it. */
async function drawFirstPage(path: string, pixels: number): Promise<Sharp> {
  const { ColorSpace, Document, Matrix } = await import("mupdf");
  const document = Document.openDocument(readFileSync(path), fileTypes.pdf);
  const page = document.loadPage(0);
  const [left, top, right, bottom] = page.getBounds();
  const scale = pixels / Math.max(right - left, bottom - top);
  const drawn = page.toPixmap(Matrix.scale(scale, scale), ColorSpace.DeviceRGB, false, true);
  const [width, height] = [drawn.getWidth(), drawn.getHeight()];
  const samples = Buffer.from(drawn.getPixels());
  for (const part of [drawn, page, document]) part.destroy();
  return sharp(samples, { raw: { width, height, channels: 3 } });
}
