import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import type { Stamp, StampOutcome } from "../stamp.ts";
import { type StampedPdf, stampPdf } from "./stamp-pdf.ts";

type PdfFileJob = { input: string; output: string; sha256: string; stamp: Stamp };

/**
 * Stamps the PDF at `input` and writes it to `output`, which must not exist yet; when this returns the bytes are
 * on the disk. After any error nothing is left at `output`.
 */
export async function stampPdfFile({ input, output, sha256, stamp }: PdfFileJob): Promise<StampOutcome> {
  const stamped = stampPdf(mapped(input), sha256, stamp);
  // Fails when something is there already; from here on the file is ours to remove.
  closeSync(openSync(output, "wx"));
  try {
    writeStamped(input, output, stamped);
  } catch (error) {
    rmSync(output, { force: true });
    throw error;
  }
  const { pages, originalKept, notes } = stamped;
  return { contentType: "application/pdf", pages, originalKept, notes };
}

/** The file's bytes without reading them all: a scan's pictures are never looked at. They must not change meanwhile. */
function mapped(path: string): Buffer {
  if (statSync(path).size === 0) return Buffer.alloc(0);
  const bytes = Bun.mmap(path, { shared: false });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** An original that was kept is copied by the kernel, without passing through this process. */
function writeStamped(
  input: string,
  output: string,
  { beginning, appended, originalKept }: StampedPdf,
): void {
  if (originalKept) copyFileSync(input, output, constants.COPYFILE_FICLONE);
  const file = openSync(output, "a");
  try {
    if (!originalKept) writeWhole(file, beginning);
    writeWhole(file, appended);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
