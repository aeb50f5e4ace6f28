import type { PdfDocument } from "./document.ts";
import type { Xref } from "./xref.ts";

/** What an update has to know of the file it is appended to. */
export type FileEnd = {
  /** Bytes of the file. */
  length: number;
  /** Its newest cross-reference section. */
  xref: Pick<Xref, "trailer" | "kind" | "start" | "base">;
  /** From this number on no object is called so. */
  free: number;
};

/**
 * New objects are called by numbers that no section of the chain uses. Some readers keep what they have seen first:
 * an old cross-reference stream that no section lists would be read in place of a page.
 */
export function fileEndOf(document: PdfDocument): FileEnd {
  return { length: document.bytes.length, xref: document.xref, free: document.xref.highest + 1 };
}
