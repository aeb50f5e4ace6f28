import { AppError, type Message } from "../../errors.ts";
import { discardOutput, pagesEnding } from "../output-file.ts";
import { pageBesidePicture } from "../pdf/placement.ts";
import { stampPdfFile } from "../pdf/stamp-pdf-file.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import type { Stamp, StampOutcome, StampPosition } from "../stamp/stamp.ts";
import { StampBlocks } from "../stamp/stamp-block.ts";
import { ImagePdf, type PdfPageSize, type StripPage } from "./image-pdf.ts";
import { damagedPicture, pictureMessages } from "./picture-limits.ts";
import { pictureNotes } from "./picture-notes.ts";
import { joinRights, type Rights, writeXmpRights } from "./rights.ts";
import { readTiffPages, type TiffPage } from "./tiff-pages.ts";
import { convertTiffPage } from "./tiff-picture.ts";
import { readTiffRights } from "./tiff-rights.ts";

const tiffNote: Message = {
  code: "note-tiff-to-pdf",
  text: "The TIFF was converted to a PDF with a page for each of its pictures.",
};

const previewsNote: Message = {
  code: "note-tiff-previews-left-out",
  text: "The TIFF also contains smaller versions or masks of its pictures, which some programs show as pages. The stamped copy leaves them out.",
};

/** Resolutions outside this range are errors of the program that wrote the file. */
const plausibleDpi = { min: 20, max: 9_600 };
const defaultDpi = 150;
const pointsPerInch = 72;
/** The largest page size of a PDF (ISO 32000-1, annex C), and the smallest that has room for a stamp; in points. */
const page = { max: 14_400, min: 72 };
/** The part of the largest page that its picture can take, so that there is room for the strip. */
const largestPart = 0.9;

const strips: Record<StampPosition, StripPage["strip"]> = {
  "vertical-right": "right",
  "top-right": "above",
  "top-left": "above",
  "bottom-right": "below",
  "bottom-left": "below",
};

/** Compressions that the decoder supports, including T.6, LZW, Deflate, PackBits, Zstandard and WebP. */
const knownCompressions = new Set([1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 50_000, 50_001]);

/**
 * Converts the TIFF to a PDF that shows its pictures at their physical size, with a strip beside each, and stamps that
 * there: no pixel is covered.
 */
export async function stampTiff(input: string, output: string, stamp: Stamp): Promise<StampOutcome> {
  const all = await withReadAt(input, readTiffPages);
  const own = all.filter(({ auxiliary }) => !auxiliary);
  const pages = own.length > 0 ? own : all;
  for (const { compression } of pages)
    if (!knownCompressions.has(compression)) throw AppError.from("unsupported", pictureMessages.compression);
  const notes = new Set<Message>([tiffNote]);
  if (pages.length < all.length) notes.add(previewsNote);
  const stated = await withReadAt(input, (readAt) => readRights(readAt, pages));
  if (stated.hasPlace) notes.add(pictureNotes.locationLeftOut);
  const blocks = new StampBlocks(stamp);
  const strip = strips[stamp.position];
  const unstamped = `${output}${pagesEnding}`;
  try {
    await ImagePdf.create(unstamped, writeXmpRights(stated.rights), async (pdf) => {
      for (const tiffPage of pages) {
        const { picture, notes: ofPage } = await convertTiffPage(input, tiffPage).catch((error: unknown) => {
          throw error instanceof AppError ? error : damagedPicture(error);
        });
        for (const note of ofPage) notes.add(note);
        const shown = pageSize(tiffPage);
        const page = pageBesidePicture(blocks, shown, stamp.position);
        await pdf.addPage(picture, shown, { ...page, strip });
      }
    });
    const sha256 = await fileSha256(unstamped);
    const outcome = await stampPdfFile({ input: unstamped, output, sha256, stamp });
    return { ...outcome, originalKept: false, notes: [...notes, ...outcome.notes] };
  } finally {
    await discardOutput(unstamped);
  }
}

/** The rights to all pages. */
async function readRights(readAt: ReadAt, pages: TiffPage[]): Promise<{ rights: Rights; hasPlace: boolean }> {
  let all: { rights: Rights; hasPlace: boolean } = { rights: {}, hasPlace: false };
  for (const page of pages) {
    const { rights, hasPlace } = await readTiffRights(readAt, page);
    all = { rights: joinRights(all.rights, rights), hasPlace: all.hasPlace || hasPlace };
  }
  return all;
}

/** The size of the upright picture from its resolution, limited to valid PDF page sizes. */
function pageSize({ width, height, dpi, orientation }: TiffPage): PdfPageSize {
  const plausible =
    dpi && [dpi.x, dpi.y].every((value) => value >= plausibleDpi.min && value <= plausibleDpi.max);
  const { x, y } = plausible ? dpi : { x: defaultDpi, y: defaultDpi };
  const stored = { width: (width / x) * pointsPerInch, height: (height / y) * pointsPerInch };
  const longer = Math.max(stored.width, stored.height);
  const max = page.max * largestPart;
  const scale = longer > max ? max / longer : longer < page.min ? page.min / longer : 1;
  const size = { width: Math.max(1, stored.width * scale), height: Math.max(1, stored.height * scale) };
  return orientation >= 5 ? { width: size.height, height: size.width } : size;
}

async function fileSha256(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex");
}
