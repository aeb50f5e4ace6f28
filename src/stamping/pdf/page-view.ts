import type { PdfDocument } from "./document.ts";
import type { Matrix } from "./matrix.ts";
import type { PageNode } from "./page-tree.ts";
import { asArray, asNumber, type Raw } from "./values.ts";

/** A page as a person sees it: upright, cropped, measured in points of 1/72 inch from its lower left corner. */
export type PageView = {
  width: number;
  height: number;
  /** From seen points to the page's own coordinates. */
  toPage: Matrix;
};

type Box = { left: number; bottom: number; width: number; height: number };

const letter: Box = { left: 0, bottom: 0, width: 612, height: 792 };

export function viewOf(page: PageNode, document: PdfDocument): PageView {
  const entry = (key: "MediaBox" | "CropBox" | "Rotate") =>
    document.resolve(page.dict.get(key)) ?? document.resolve(page.inherited[key]);
  const media = boxOf(entry("MediaBox"), document) ?? letter;
  const crop = boxOf(entry("CropBox"), document);
  const box = (crop && intersection(media, crop)) ?? media;
  const unit = asNumber(document.resolve(page.dict.get("UserUnit"))) ?? 1;
  return seen(box, quarterTurns(asNumber(entry("Rotate"))), unit > 0 && Number.isFinite(unit) ? unit : 1);
}

/** Quarter turns clockwise, 0 to 3; an angle that is none counts as 0. */
function quarterTurns(angle: number | undefined): number {
  if (angle === undefined || angle % 90 !== 0) return 0;
  return (((angle / 90) % 4) + 4) % 4;
}

function seen({ left, bottom, width, height }: Box, turns: number, unit: number): PageView {
  const scale = 1 / unit;
  const right = left + width;
  const top = bottom + height;
  const upright = { width: width * unit, height: height * unit };
  const turned = { width: upright.height, height: upright.width };
  if (turns === 1) return { ...turned, toPage: [0, scale, -scale, 0, right, bottom] };
  if (turns === 2) return { ...upright, toPage: [-scale, 0, 0, -scale, right, top] };
  if (turns === 3) return { ...turned, toPage: [0, -scale, scale, 0, left, top] };
  return { ...upright, toPage: [scale, 0, 0, scale, left, bottom] };
}

function boxOf(raw: Raw | undefined, document: PdfDocument): Box | undefined {
  const corners = (asArray(raw, 4) ?? []).map((corner) => asNumber(document.resolve(corner)));
  const [x1, y1, x2, y2] = corners;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return between(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
}

function intersection(a: Box, b: Box): Box | undefined {
  return between(
    Math.max(a.left, b.left),
    Math.max(a.bottom, b.bottom),
    Math.min(a.left + a.width, b.left + b.width),
    Math.min(a.bottom + a.height, b.bottom + b.height),
  );
}

/** Undefined for an empty box, which no reader shows. */
function between(left: number, bottom: number, right: number, top: number): Box | undefined {
  const box = { left, bottom, width: right - left, height: top - bottom };
  return box.width > 0 && box.height > 0 ? box : undefined;
}
