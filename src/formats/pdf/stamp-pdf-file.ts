import { chmodSync, closeSync, constants, copyFileSync, openSync } from "node:fs";
import { AppError } from "../../errors.ts";
import { discardOutput, openOutput } from "../output-file.ts";
import type { Stamp, StampOutcome } from "../stamp/stamp.ts";
import { contentDiffers } from "./ambiguous-content.ts";
import { mapFile } from "./map-file.ts";
import { checkByRendering, type RenderedChecks } from "./rendered-checks.ts";
import { type DoubtfulPage, type Doubts, type StampedPdf, stampPdf } from "./stamp-pdf.ts";
import { writeWhole } from "./write-whole.ts";

type PdfFileJob = { input: string; output: string; sha256: string; stamp: Stamp };

/**
 * Stamps the PDF at `input` and writes it to `output`, which must not exist or must be empty. The bytes need not be on
 * disk when this returns: the file store syncs every file that it keeps. After any error nothing is left at `output`.
 */
export async function stampPdfFile({ input, output, sha256, stamp }: PdfFileJob): Promise<StampOutcome> {
  const stamped = await stampVisibly(mapFile(input), sha256, stamp);
  // Throws if something exists already; from here on, an error removes the file.
  await (await openOutput(output)).close();
  try {
    writeStamped(input, output, stamped);
  } catch (error) {
    await discardOutput(output);
    throw error;
  }
  const { pages, isA4, originalKept, notes } = stamped;
  return { contentType: "application/pdf", pages, isA4, originalKept, notes };
}

/**
 * As `stampPdf`; what is doubtful is drawn, and settled or noted if it deceives. Throws AppError `unsupported` if the
 * stamp stays invisible.
 */
export async function stampVisibly(original: Buffer, sha256: string, stamp: Stamp): Promise<StampedPdf> {
  const stamped = stampPdf(original, sha256, stamp);
  const { pages, spaces } = stamped.doubts;
  if (pages.length + spaces.length === 0) return stamped;
  const sample = pages.slice(0, maxDrawnPages);
  const { hidesStamp, misleads } = await check(stamped, { pages: sample, spaces });
  const notes = misleads ? [...new Set([...stamped.notes, contentDiffers])] : stamped.notes;
  if (!hidesStamp && pages.length === sample.length) return { ...stamped, notes };
  const settled = stampPdf(original, sha256, stamp, { plainGroups: true });
  const kept = settled.doubts.pages;
  // Pages that have to stay as they are, of which the sample is drawn.
  const shown =
    kept.length > 0
      ? !hidesStamp && (await showStamps(settled, kept.slice(maxDrawnPages)))
      : await showStamps(
          settled,
          sample.map((page) => ({ ...page, space: undefined })),
        );
  if (!shown) throw stampHidden();
  return { ...settled, notes };
}

/** A document with more doubtful pages than these is settled without a look at all of them, if it can be. */
const maxDrawnPages = 8;
/** If a document has more pages that are doubtful and have to stay so, their stamps count as hidden. */
const maxKeptPages = 64;

async function showStamps(stamped: StampedPdf, pages: DoubtfulPage[]): Promise<boolean> {
  if (pages.length > maxKeptPages - maxDrawnPages) return false;
  for (let at = 0; at < pages.length; at += maxDrawnPages) {
    const some = pages.slice(at, at + maxDrawnPages);
    if ((await check(stamped, { pages: some, spaces: [] })).hidesStamp) return false;
  }
  return true;
}

const check = ({ beginning, appended }: StampedPdf, doubts: Doubts): Promise<RenderedChecks> =>
  checkByRendering(Buffer.concat([beginning, appended]), doubts);

function stampHidden(): AppError {
  return new AppError(
    "unsupported",
    "pdf-hides-stamp",
    "This PDF defines its colors in a way that makes the stamp invisible in some programs. Please print it to a new PDF and upload that.",
  );
}

/**
 * The kernel copies a kept original without passing its bytes through this process. The copy is read-only like the kept
 * file, and only root can write to such a file.
 */
function writeStamped(
  input: string,
  output: string,
  { beginning, appended, originalKept }: StampedPdf,
): void {
  if (originalKept) {
    copyFileSync(input, output, constants.COPYFILE_FICLONE);
    chmodSync(output, 0o600);
  }
  const file = openSync(output, "a");
  try {
    if (!originalKept) writeWhole(file, beginning);
    writeWhole(file, appended);
  } finally {
    closeSync(file);
  }
}
