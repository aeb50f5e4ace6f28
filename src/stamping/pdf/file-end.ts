import type { PdfDocument } from "./document.ts";
import { asNumber } from "./values.ts";
import type { Xref } from "./xref.ts";
import { highestNumber } from "./xref-entries.ts";

/** What an update has to know of the file it is appended to. */
export type FileEnd = {
  /** Bytes of the file. */
  length: number;
  /** Its newest cross-reference section. */
  xref: Pick<Xref, "trailer" | "kind" | "start" | "base">;
  /** From this number on no object is called so. */
  free: number;
};

export function fileEndOf(document: PdfDocument): FileEnd {
  return { length: document.bytes.length, xref: document.xref, free: firstFreeNumber(document) };
}

function firstFreeNumber({ xref }: PdfDocument): number {
  let highest = 0;
  for (const number of xref.entries.keys()) if (number > highest) highest = number;
  const size = asNumber(xref.trailer.get("Size")) ?? 0;
  return Number.isInteger(size) && size > highest && size < highestNumber ? size : highest + 1;
}
