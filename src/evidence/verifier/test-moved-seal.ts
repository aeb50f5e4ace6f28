/** Test support: a client who plants a signature field in an original in order to move the seal's value there. */

import { onePage, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import type { OpenSignature } from "../pades/seal.ts";

const blank = " 0 0000000000 0000000000 0000000000";
const page = "/MediaBox [0 0 595 842] /Annots [30 0 R] /Contents 4 0 R";
const widget =
  "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Planted) /Rect [0 0 0 0] /F 132 /P 3 0 R /V 31 0 R >>";

/** An original with a signature field without a value; without the field, the rest is still a dictionary. */
export function plantedPdf(subFilter: string): Buffer {
  const signature =
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} /ByteRange [${blank}] ` +
    "/Contents /Left /Behind null >>";
  const catalog = "/AcroForm << /SigFlags 3 /Fields [30 0 R] >>";
  return pdfWithTable(onePage({ page, catalog, more: { 30: widget, 31: signature } }));
}

/** The file with the range that matches a seal at `expected`, and its value in the planted field. */
export function aim(file: Buffer, expected: OpenSignature): Buffer {
  const at = findPlant(file);
  const length = expected.placeholder.end - expected.placeholder.start;
  const numbers = [at, at + length, expected.covered - at - length];
  const digits = numbers.map((number) => String(number).padStart(10, "0")).join(" ");
  const aimed = Buffer.from(file);
  aimed.write(` 0 ${digits}`, aimed.indexOf("/ByteRange [") + 12, "latin1");
  return aimed;
}

const findPlant = (file: Buffer) => file.indexOf("/Contents /Left") + 10;

/** The file up to its seal, with the seal's value moved to the place planted in the original. */
export function moved(file: Buffer, { placeholder, covered }: OpenSignature): Buffer {
  const at = findPlant(file);
  const value = file.subarray(placeholder.start, placeholder.end);
  return Buffer.concat([
    file.subarray(0, at),
    value,
    file.subarray(at, placeholder.start),
    file.subarray(placeholder.end, covered),
  ]);
}
