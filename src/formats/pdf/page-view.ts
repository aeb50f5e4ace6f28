import type { Message } from "../../errors.ts";
import type { PdfDocument } from "./document.ts";
import { type Matrix, numberText } from "./matrix.ts";
import type { PageNode } from "./page-tree.ts";
import { asArray, asNumber, getRaw, isNull, isSameText, type Raw } from "./values.ts";

/** A page as displayed: upright, cropped, measured in points of 1/72 inch from its lower left corner. */
export type PageView = {
  width: number;
  height: number;
  /** Maps displayed points to the page's coordinates. */
  toPage: Matrix;
  /** The entries that determine the view, as entries of the page itself. */
  entries: [ViewKey, Raw][];
  /** The page's entries are missing, unreadable or impossible, so that programs show different parts of it. */
  isUnclear: boolean;
};

export const pagesUnclear: Message = {
  code: "note-page-boxes-settled",
  text: "Some pages of this PDF do not say clearly which part of them is shown or how they are rotated; the stamped copy looks the same in every program.",
};

const inheritedKeys = ["MediaBox", "CropBox", "Rotate"] as const;
const viewKeys = [...inheritedKeys, "UserUnit"] as const;
type ViewKey = (typeof viewKeys)[number];
type Box = { left: number; bottom: number; width: number; height: number };

const letter: Box = { left: 0, bottom: 0, width: 612, height: 792 };

/** The views of a document's pages. */
export class PageViews {
  #last: { page: PageNode; view: PageView } | undefined;

  constructor(private readonly document: PdfDocument) {}

  /** The same view again if the page has the same entries as the page before. */
  of(page: PageNode): PageView {
    if (!this.#last || !hasSameEntries(page, this.#last.page))
      this.#last = { page, view: buildView(page, this.document) };
    return this.#last.view;
  }
}

const hasSameEntries = (one: PageNode, other: PageNode): boolean =>
  viewKeys.every((key) => isSameText(one.dict.get(key), other.dict.get(key))) &&
  (one.inherited === other.inherited ||
    inheritedKeys.every((key) => isSameText(one.inherited[key], other.inherited[key])));

export const isSameView = (one: PageView, other: PageView): boolean =>
  one === other ||
  (one.entries.length === other.entries.length &&
    one.entries.every(([key, value], index) => {
      const [otherKey, otherValue] = other.entries[index] ?? [];
      return key === otherKey && isSameText(value, otherValue);
    }));

function buildView(page: PageNode, document: PdfDocument): PageView {
  const box = (key: "MediaBox" | "CropBox") =>
    readBox(page.dict.get(key), document) ?? readBox(page.inherited[key], document);
  const angle = (raw: Raw | undefined) => asNumber(document.resolve(raw));
  const stated = box("MediaBox");
  const media = stated ?? letter;
  const crop = box("CropBox");
  const visible = (crop && intersection(media, crop)) ?? media;
  const rotation = angle(page.dict.get("Rotate")) ?? angle(page.inherited.Rotate) ?? 0;
  const turns = quarterTurns(rotation);
  const ownUnit = asNumber(document.resolve(page.dict.get("UserUnit"))) ?? 1;
  const unit = ownUnit > 0 && Number.isFinite(ownUnit) ? ownUnit : 1;
  const cropEntry = document.resolve(page.dict.get("CropBox") ?? page.inherited.CropBox);
  const isCropped = cropEntry !== undefined && !isNull(cropEntry);
  const isCropLost = isCropped && !(crop && intersection(media, crop));
  const isUnclear = !stated || isCropLost || rotation % 90 !== 0;
  return {
    ...seen(visible, turns, unit),
    entries: buildEntries(media, crop && visible, turns, unit),
    isUnclear,
  };
}

/** The page without inherited or ambiguous entries, so that every reader shows the measured view. */
export function withView(page: PageNode, { entries }: PageView): PageNode {
  const dict = new Map(page.dict);
  for (const key of viewKeys) dict.delete(key);
  for (const [key, value] of entries) dict.set(key, value);
  return { ...page, dict };
}

function buildEntries(media: Box, crop: Box | undefined, turns: number, unit: number): PageView["entries"] {
  const entries: PageView["entries"] = [["MediaBox", getRaw(boxText(media))]];
  if (crop) entries.push(["CropBox", getRaw(boxText(crop))]);
  if (turns > 0) entries.push(["Rotate", getRaw(String(turns * 90))]);
  if (unit !== 1) entries.push(["UserUnit", getRaw(numberText(unit))]);
  return entries;
}

/** Whole points, as in most boxes, need no rounding. */
const lengthText = (length: number): string =>
  Number.isSafeInteger(length) ? String(length) : numberText(length);

const boxText = ({ left, bottom, width, height }: Box): string =>
  `[${[left, bottom, left + width, bottom + height].map(lengthText).join(" ")}]`;

/** Clockwise quarter turns, 0 to 3; an invalid angle counts as 0. */
function quarterTurns(angle: number): number {
  if (angle % 90 !== 0) return 0;
  return (((angle / 90) % 4) + 4) % 4;
}

function seen(
  { left, bottom, width, height }: Box,
  turns: number,
  unit: number,
): Pick<PageView, "width" | "height" | "toPage"> {
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

function readBox(raw: Raw | undefined, document: PdfDocument): Box | undefined {
  const corners = (asArray(document.resolve(raw), 4) ?? []).map((corner) =>
    asNumber(document.resolve(corner)),
  );
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

/** Boxes that only touch may overlap by a rounding error, in points. */
const emptySide = 0.001;

/** Undefined for an empty box, which no reader shows. */
function between(left: number, bottom: number, right: number, top: number): Box | undefined {
  const box = { left, bottom, width: right - left, height: top - bottom };
  return box.width > emptySide && box.height > emptySide ? box : undefined;
}
