import type { ShapedText } from "../text/shape.ts";
import type { CertificateLanguage } from "./certificate-facts.ts";

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
  /** True when what follows is another word: whoever copies or listens needs the blank that the eye does not. */
  blankAfter: boolean;
  /**
   * Words of the client: drawn slanted and within the height of their line, so that they look like none of ours and
   * cover none of ours.
   */
  isStated?: boolean;
};

/** A picture made of operators, within a box [left, bottom, right, top]. */
type Picture = { page: number; operators: string; box: [number, number, number, number] };

/** One element of the document in reading order. It may continue on the next page. */
export type Element = {
  tag: Tag;
  lines: PlacedLine[];
  /** How much flexible white stands above it, in points: what a short certificate is spread by. */
  air: number;
  picture?: Picture;
  /** What a picture or link is, for those who cannot see it. */
  alt?: string;
  url?: string;
};

/** A laid out document: pure values, to be measured and tested without writing a PDF. */
export type Layout = {
  width: number;
  height: number;
  pages: number;
  elements: Element[];
  /** Headers, footers and the bars in front of the client's lines: no part of the text. */
  running: PlacedLine[];
  rules: Rule[];
  /** Of the text: what programs read it aloud in. */
  language: CertificateLanguage;
  /** The middle of the red seal on the first page. */
  seal?: { x: number; y: number };
};

/** A line, for the eye only. */
export type Rule = { page: number; x: number; y: number; length: number; color: "hair" | "seal" };

/** Where the next line goes: fills the area of a page from the top down, then begins another. */
export class Flow {
  page = 0;
  y: number;
  private readonly areaOf: (page: number) => { top: number; floor: number };

  constructor(areaOf: (page: number) => { top: number; floor: number }) {
    this.areaOf = areaOf;
    this.y = areaOf(0).top;
  }

  /** Flexible white: `air` is the sum of it. */
  air = 0;

  skip(points: number): void {
    this.y -= points;
    this.air += points;
  }

  /** Height that is left on this page. */
  get left(): number {
    return this.y - this.areaOf(this.page).floor;
  }

  /** Begins a new page unless that much height is left. */
  need(height: number): void {
    if (this.y - height >= this.areaOf(this.page).floor) return;
    this.page += 1;
    this.y = this.areaOf(this.page).top;
  }

  /** Moves down by a line and gives its baseline. */
  next(leading: number): { page: number; y: number } {
    this.need(leading);
    this.y -= leading;
    return { page: this.page, y: this.y };
  }
}
