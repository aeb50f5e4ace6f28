import type { PdfDocument } from "./document.ts";
import type { Xref } from "./xref.ts";

/** What an update needs to know about the file it is appended to. */
export type FileEnd = {
  /** Bytes of the file. */
  length: number;
  /** Its newest cross-reference section. */
  xref: Pick<Xref, "trailer" | "kind" | "start" | "base">;
  /** The first unused object number; all numbers above it are unused too. */
  free: number;
};

/**
 * New objects get numbers that no section of the chain uses. Some readers keep the first object they have seen: they
 * would read an old cross-reference stream that no section lists instead of a page.
 */
export function getFileEnd(document: PdfDocument): FileEnd {
  return { length: document.bytes.length, xref: document.xref, free: document.xref.highest + 1 };
}
