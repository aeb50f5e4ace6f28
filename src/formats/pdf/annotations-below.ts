import type { PdfDocument } from "./document.ts";
import { type Bounds, meets } from "./matrix.ts";
import type { PageNode } from "./page-tree.ts";
import { asArray, asName, asNumber, getText, type PdfDict, type Raw } from "./values.ts";

/** Readers draw a link's border around its rectangle; points added to its width. */
const borderMargin = 10;
const rotatesOrKeepsSize = 8 + 16;

/** The relation of an annotation to a stamp at a given place. */
type Relation = "beside" | "below" | "above";

export type AnnotationsBelow = {
  /** The page's own annotations, as items of /Annots. */
  items: string[];
  /** True if some can cover page content at the stamp's place, or if that is unknown. */
  cover: boolean;
};

/**
 * The annotations of a page, ordered so that none is shown above a later one. Readers show form fields and pop-up notes
 * above all others, wherever they are listed: those that overlap the stamp are left out. The content of such a field is
 * already drawn on the page.
 */
export function annotationsBelow(document: PdfDocument, page: PageNode, stamp: Bounds): AnnotationsBelow {
  const items: string[] = [];
  let cover = false;
  for (const raw of listAnnotations(document, page)) {
    const dict = document.dict(raw);
    const relation = dict ? findRelation(document, dict, stamp) : "beside";
    cover ||= relation !== "beside";
    if (relation !== "above") items.push(getText(raw));
  }
  return { items, cover };
}

const listAnnotations = (document: PdfDocument, page: PageNode): Raw[] =>
  asArray(document.resolve(page.dict.get("Annots"))) ?? [];

const getSubtype = (document: PdfDocument, dict: PdfDict): string | undefined =>
  asName(document.resolve(dict.get("Subtype")));

function findRelation(document: PdfDocument, dict: PdfDict, stamp: Bounds): Relation {
  const subtype = getSubtype(document, dict);
  if (subtype === "Link" && !dict.has("AP")) {
    return reaches(document, dict, stamp, borderMargin + getBorderWidth(document, dict)) ? "below" : "beside";
  }
  if (subtype === "Popup" && !dict.has("AP")) return "beside";
  if (subtype !== "Widget" && subtype !== "Popup") return "below";
  return reaches(document, dict, stamp, 0) ? "above" : "beside";
}

/** True if an annotation may come within `margin` of a place. */
export function reaches(document: PdfDocument, dict: PdfDict, stamp: Bounds, margin: number): boolean {
  const flags = asNumber(document.resolve(dict.get("F"))) ?? 0;
  const corners = asArray(document.resolve(dict.get("Rect")), 4)?.map((corner) =>
    asNumber(document.resolve(corner)),
  );
  const [x1, y1, x2, y2] = corners ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return true;
  if ((flags & rotatesOrKeepsSize) !== 0) return true;
  return meets(stamp, [
    Math.min(x1, x2) - margin,
    Math.min(y1, y2) - margin,
    Math.max(x1, x2) + margin,
    Math.max(y1, y2) + margin,
  ]);
}

/** Width of a border in points, 1 by default (ISO 32000-2, table 166). */
function getBorderWidth(document: PdfDocument, dict: PdfDict): number {
  const style = document.dict(dict.get("BS"))?.get("W");
  const array = asArray(document.resolve(dict.get("Border")))?.[2];
  const widths = [style, array].map((raw) => Math.abs(asNumber(document.resolve(raw)) ?? 1));
  return Math.max(...widths);
}
