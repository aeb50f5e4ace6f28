import type { Language } from "../languages.ts";
import type { ShapedText } from "../text/shape.ts";
import type { Paper } from "./paper.ts";

/** Structure types of ISO 32000-2, 14.8.4, that a certificate needs. */
export type Tag = "H1" | "H2" | "P" | "Link" | "Figure";
export type Color = "ink" | "muted" | "accent";

/** A line on a page; (x, y) is the beginning of its baseline in points from the lower left corner. */
export type PlacedLine = {
  page: number;
  x: number;
  y: number;
  size: number;
  color: Color;
  line: ShapedText;
  /** True if another word follows: copied text and screen readers need a space there. */
  blankAfter: boolean;
  /** The client's words are slanted and stay within their line, so that they neither look like ours nor cover ours. */
  isStated?: boolean;
};

/** Drawing operators, and their bounding box as [left, bottom, right, top]. */
type Picture = { page: number; operators: string; box: [number, number, number, number] };

/** One element of the document in reading order. It may continue on the next page. */
export type Element = {
  tag: Tag;
  lines: PlacedLine[];
  /** Flexible space above it, in points; it grows to fill a short certificate's page. */
  air: number;
  picture?: Picture;
  /** Alternative text of a picture or link. */
  alt?: string;
  url?: string;
};

/** A document after layout, as plain values that tests can measure without writing a PDF. */
export type Layout = {
  paper: Paper;
  pages: number;
  elements: Element[];
  /** Headers, footers and the bars next to the client's words; they are not part of the text. */
  running: PlacedLine[];
  rules: Rule[];
  /** The language of the text, for screen readers. */
  language: Language;
  /** The center of the red seal on the first page. */
  seal?: { x: number; y: number };
};

/** A decorative line. */
export type Rule = { page: number; x: number; y: number; length: number; color: "hair" | "seal" };

/** Tracks where the next line goes: fills a page from top to bottom, then starts another. */
export class Flow {
  page = 0;
  y: number;
  readonly #areaOf: (page: number) => { top: number; floor: number };

  constructor(areaOf: (page: number) => { top: number; floor: number }) {
    this.#areaOf = areaOf;
    this.y = areaOf(0).top;
  }

  /** The flexible space since the last element. */
  air = 0;

  skip(points: number): void {
    this.y -= points;
    this.air += points;
  }

  /** The height left on this page. */
  get left(): number {
    return this.y - this.#areaOf(this.page).floor;
  }

  /** Starts a new page unless this much height is left. */
  need(height: number): void {
    if (this.y - height >= this.#areaOf(this.page).floor) return;
    this.page += 1;
    this.y = this.#areaOf(this.page).top;
  }

  /** Moves down one line and returns its baseline. */
  next(leading: number): { page: number; y: number } {
    this.need(leading);
    this.y -= leading;
    return { page: this.page, y: this.y };
  }
}
