import { chmodSync, closeSync, constants, copyFileSync, openSync } from "node:fs";
import { discardOutput, openOutput } from "../output-file.ts";
import type { Stamp, StampOutcome } from "../stamp/stamp.ts";
import { mapFile } from "./map-file.ts";
import { type StampedPdf, stampPdf } from "./stamp-pdf.ts";
import { writeWhole } from "./write-whole.ts";

type PdfFileJob = { input: string; output: string; sha256: string; stamp: Stamp };

/**
 * Stamps the PDF at `input` and writes it to `output`, which must not exist or must be empty. The bytes need not be on
 * disk when this returns: the file store syncs every file that it keeps. After any error nothing is left at `output`.
 */
export async function stampPdfFile({ input, output, sha256, stamp }: PdfFileJob): Promise<StampOutcome> {
  const stamped = stampPdf(mapFile(input), sha256, stamp);
  // Throws if something exists already; from here on, an error removes the file.
  await (await openOutput(output)).close();
  try {
    writeStamped(input, output, stamped);
  } catch (error) {
    await discardOutput(output);
    throw error;
  }
  const { pages, originalKept, notes } = stamped;
  return { contentType: "application/pdf", pages, originalKept, notes };
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
