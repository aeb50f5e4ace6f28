import type { PdfDocument } from "./document.ts";
import type { FieldAppearances } from "./field-appearance.ts";
import { decodeText, readBox } from "./form-field.ts";
import { type Bounds, numberText } from "./matrix.ts";
import type { Revision } from "./revision.ts";
import { asArray, asName, asNumber, asString, type PdfDict, type Raw } from "./values.ts";

/** Points of a path, alternating x and y. */
type Path = number[];
type Shape = { content: string; blendMode?: "Multiply" };

/** Maximum length of all paths of one annotation; beyond it, drawing is left to the reader. */
const maxNumbers = 100_000;
/** The same limit for all annotations of a document, since many may share one path. */
const maxNumbersInDocument = 4_000_000;
/** The length of an arrowhead in points, which grows with the line width as in other programs. */
const arrowLength = (width: number): number => Math.max(9, 6 * width);
const iconSide = 18;

/**
 * Draws annotations that have no appearance stream, each type in the simplest form its entries describe (ISO 32000-2,
 * 12.5.6): programs draw them differently, or not at all.
 */
export class AnnotationAppearances {
  #remainingNumbers = maxNumbersInDocument;

  constructor(
    private readonly document: PdfDocument,
    private readonly revision: Revision,
    private readonly texts: FieldAppearances,
  ) {}

  /** A form that shows the annotation, and the rectangle it fills; undefined if it cannot be drawn. */
  add(dict: PdfDict): { number: number; rect: Bounds } | undefined {
    const rect = this.#frame(dict);
    const number = rect && this.#addForm(dict, rect);
    return rect && number !== undefined ? { number, rect } : undefined;
  }

  #addForm(dict: PdfDict, rect: Bounds): number | undefined {
    const subtype = asName(this.document.resolve(dict.get("Subtype")));
    if (subtype === "FreeText") return this.#addText(dict, rect);
    if (subtype === "Stamp") return this.#addStamp(dict, rect);
    const shape = this.#shape(subtype ?? "", dict, rect);
    if (!shape || this.#remainingNumbers < 0) return undefined;
    const opacity = Math.min(1, Math.max(0, this.#number(dict.get("CA")) ?? 1));
    const blending = shape.blendMode ? `/BM /${shape.blendMode}` : "";
    const state = `/ExtGState << /State << /CA ${numberText(opacity)} /ca ${numberText(opacity)} ${blending} >> >>`;
    return this.revision.addPacked(
      `/Type /XObject /Subtype /Form /BBox [${rect.map(numberText).join(" ")}] /Resources << ${state} >>`,
      Buffer.from(`/State gs\n${shape.content}`, "latin1"),
    );
  }

  /**
   * The rectangle the annotation's shape needs: its own, extended by points outside of it. Programs draw such a shape
   * at its points, whatever the rectangle says.
   */
  #frame(dict: PdfDict): Bounds | undefined {
    const rect = readBox(this.document, dict.get("Rect"));
    const paths = [
      ...["L", "Vertices", "QuadPoints"].map((key) => this.#path(dict.get(key))),
      ...this.#items(dict.get("InkList")).map((item) => this.#path(item)),
    ];
    if (!rect || paths.every((path) => path.length < 2)) return rect;
    const all = paths.flatMap((path) => path.slice(0, path.length & ~1));
    const xs = all.filter((_, index) => index % 2 === 0);
    const ys = all.filter((_, index) => index % 2 === 1);
    const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
    const largest = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
    const shape: Bounds = [least(xs), least(ys), largest(xs), largest(ys)];
    const isInside = shape[0] >= rect[0] && shape[1] >= rect[1] && shape[2] <= rect[2] && shape[3] <= rect[3];
    return isInside ? rect : shrink(shape, -arrowLength(this.#borderWidth(dict)));
  }

  #shape(subtype: string, dict: PdfDict, rect: Bounds): Shape | undefined {
    switch (subtype) {
      case "Square":
        return this.#area(dict, (inset) => rectangle(shrink(rect, inset)));
      case "Circle":
        return this.#area(dict, (inset) => ellipse(shrink(rect, inset)));
      case "Polygon":
        return this.#area(dict, () => `${polyline(this.#path(dict.get("Vertices")))} h`);
      case "PolyLine":
        return this.#lines(dict, [this.#path(dict.get("Vertices"))]);
      case "Line":
        return this.#line(dict);
      case "Ink":
        return this.#lines(
          dict,
          this.#items(dict.get("InkList")).map((item) => this.#path(item)),
        );
      case "Highlight":
        return this.#highlight(dict);
      case "Underline":
        return this.#lines(dict, this.#alongText(dict, 0.08));
      case "StrikeOut":
        return this.#lines(dict, this.#alongText(dict, 0.5));
      case "Squiggly":
        return this.#lines(dict, this.#alongText(dict, 0.04).map(squiggle));
      case "Caret":
        return this.#lines(dict, [[rect[0], rect[1], (rect[0] + rect[2]) / 2, rect[3], rect[2], rect[1]]]);
      case "Redact":
        return this.#lines(dict, [[...corners(rect), rect[0], rect[1]]]);
      case "Text":
      case "FileAttachment":
        return { content: icon(rect, this.#color(dict.get("C"), "fill") || "1 0.85 0.3 rg") };
      default:
        return undefined;
    }
  }

  /** An area with a border; each is drawn only if it has a color. */
  #area(dict: PdfDict, outline: (inset: number) => string): Shape {
    const width = this.#borderWidth(dict);
    const stroke = width > 0 ? this.#color(dict.get("C"), "stroke") : "";
    const fill = this.#color(dict.get("IC"), "fill");
    const paint = fill && stroke ? "B" : fill ? "f" : stroke ? "S" : "n";
    const path = outline(stroke ? width / 2 : 0);
    return { content: `${fill}\n${stroke}\n${this.#strokeStyle(dict, width)}\n${path} ${paint}\n` };
  }

  #lines(dict: PdfDict, paths: Path[]): Shape | undefined {
    const width = this.#borderWidth(dict);
    if (paths.reduce((sum, path) => sum + path.length, 0) > maxNumbers) return undefined;
    const drawn = width > 0 ? paths.map((path) => `${polyline(path)} S\n`).join("") : "";
    const color = this.#color(dict.get("C"), "stroke") || "0 G";
    return { content: `${color}\n${this.#strokeStyle(dict, width)}\n${drawn}` };
  }

  #line(dict: PdfDict): Shape | undefined {
    const line = this.#path(dict.get("L"));
    const [x1, y1, x2, y2] = line;
    if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
    const [first, last] = this.#items(dict.get("LE")).map((item) => asName(item)?.endsWith("Arrow") === true);
    const paths = [line.slice(0, 4)];
    const length = arrowLength(this.#borderWidth(dict));
    if (first) paths.push(arrow([x2, y2], [x1, y1], length));
    if (last) paths.push(arrow([x1, y1], [x2, y2], length));
    return this.#lines(dict, paths);
  }

  #highlight(dict: PdfDict): Shape | undefined {
    const quads = this.#quads(dict).map(
      ([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]) =>
        `${polyline([x1, y1, x2, y2, x4, y4, x3, y3])} h f\n`,
    );
    const color = this.#color(dict.get("C"), "fill");
    return { content: color ? `${color}\n${quads.join("")}` : "", blendMode: "Multiply" };
  }

  /** A line along each part of marked text, at the given fraction of its height. */
  #alongText(dict: PdfDict, height: number): Path[] {
    return this.#quads(dict).map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]) => [
      x3 + (x1 - x3) * height,
      y3 + (y1 - y3) * height,
      x4 + (x2 - x4) * height,
      y4 + (y2 - y4) * height,
    ]);
  }

  /** The upper left, upper right, lower left and lower right corners of each part, in the order programs write them. */
  #quads(dict: PdfDict): Path[] {
    const points = this.#path(dict.get("QuadPoints"));
    return Array.from({ length: Math.floor(points.length / 8) }, (_, index) =>
      points.slice(index * 8, index * 8 + 8),
    );
  }

  #addText(dict: PdfDict, rect: Bounds): number | undefined {
    const style = asString(this.document.resolve(dict.get("DA")))?.toString("latin1") ?? "";
    const text = decodeText(this.document.resolve(dict.get("Contents"))) ?? "";
    const align = this.#number(dict.get("Q")) ?? 0;
    const background = this.#color(dict.get("C"), "fill");
    return this.texts.addNote({ rect, text, style, align, background, isFramed: false });
  }

  /** The name of a stamp inside a frame. */
  #addStamp(dict: PdfDict, rect: Bounds): number | undefined {
    const name = asName(this.document.resolve(dict.get("Name"))) ?? "Draft";
    const text = name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toUpperCase();
    return this.texts.addNote({ rect, text, style: "0.6 0 0 rg", align: 1, background: "", isFramed: true });
  }

  #borderWidth(dict: PdfDict): number {
    const style = this.#number(this.document.dict(dict.get("BS"))?.get("W"));
    return Math.max(0, style ?? this.#number(this.#items(dict.get("Border"))[2]) ?? 1);
  }

  #strokeStyle(dict: PdfDict, width: number): string {
    const style = this.document.dict(dict.get("BS"));
    const isDashed = asName(this.document.resolve(style?.get("S"))) === "D";
    const dashes = this.#path(style?.get("D")).filter((length) => length > 0);
    const dash = isDashed ? `[${(dashes.length > 0 ? dashes : [3]).map(numberText).join(" ")}] 0 d ` : "";
    return `${dash}${numberText(width)} w`;
  }

  #color(raw: Raw | undefined, use: "stroke" | "fill"): string {
    const parts = this.#path(raw).map((part) => Math.min(1, Math.max(0, part)));
    const operator = ({ 1: "g", 3: "rg", 4: "k" } as Record<number, string>)[parts.length];
    if (!operator) return "";
    return `${parts.map(numberText).join(" ")} ${use === "stroke" ? operator.toUpperCase() : operator}`;
  }

  #number(raw: Raw | undefined): number | undefined {
    return asNumber(this.document.resolve(raw));
  }

  #items(raw: Raw | undefined): Raw[] {
    return asArray(this.document.resolve(raw), maxNumbers + 1) ?? [];
  }

  #path(raw: Raw | undefined): Path {
    if (this.#remainingNumbers < 0) return [];
    const items = this.#items(raw);
    this.#remainingNumbers -= items.length;
    return items.map((item) => this.#number(item) ?? 0);
  }
}

const point = (x: number, y: number): string => `${numberText(x)} ${numberText(y)}`;

/** The path without a painting operator; "0 0 m" if there are no points. */
function polyline(path: Path): string {
  const points: string[] = [];
  for (let index = 0; index + 1 < path.length; index += 2)
    points.push(`${point(path[index] ?? 0, path[index + 1] ?? 0)} ${index === 0 ? "m" : "l"}`);
  return points.length > 0 ? points.join("\n") : "0 0 m";
}

const corners = ([left, bottom, right, top]: Bounds): Path => [
  left,
  bottom,
  right,
  bottom,
  right,
  top,
  left,
  top,
];

const shrink = ([left, bottom, right, top]: Bounds, inset: number): Bounds => [
  left + inset,
  bottom + inset,
  right - inset,
  top - inset,
];

const rectangle = ([left, bottom, right, top]: Bounds): string =>
  `${point(left, bottom)} ${point(right - left, top - bottom)} re`;

function ellipse([left, bottom, right, top]: Bounds): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [dx, dy] = [((right - left) / 2) * 0.5523, ((top - bottom) / 2) * 0.5523];
  return [
    `${point(right, y)} m`,
    `${point(right, y + dy)} ${point(x + dx, top)} ${point(x, top)} c`,
    `${point(x - dx, top)} ${point(left, y + dy)} ${point(left, y)} c`,
    `${point(left, y - dy)} ${point(x - dx, bottom)} ${point(x, bottom)} c`,
    `${point(x + dx, bottom)} ${point(right, y - dy)} ${point(right, y)} c h`,
  ].join("\n");
}

/** The two strokes of an arrowhead at `to`. */
function arrow([fromX, fromY]: [number, number], [toX, toY]: [number, number], length: number): Path {
  const direction = Math.atan2(toY - fromY, toX - fromX);
  const side = (turn: number): [number, number] => [
    toX - length * Math.cos(direction + turn),
    toY - length * Math.sin(direction + turn),
  ];
  return [...side(Math.PI / 6), toX, toY, ...side(-Math.PI / 6)];
}

/** A zigzag along a line, as under misspelled words. */
function squiggle([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Path): Path {
  const steps = Math.min(500, Math.max(2, Math.round(Math.hypot(x2 - x1, y2 - y1) / 2)));
  return Array.from({ length: steps + 1 }, (_, index) => [
    x1 + ((x2 - x1) * index) / steps,
    y1 + ((y2 - y1) * index) / steps + (index % 2 === 0 ? 0 : 2),
  ]).flat();
}

/** A sheet of paper with lines of writing, in the upper left corner, where other programs put it. */
function icon([left, , , top]: Bounds, color: string): string {
  const bottom = top - iconSide;
  const written = [5, 9, 13].map(
    (line) => `${point(left + 4, bottom + line)} m ${point(left + iconSide - 4, bottom + line)} l`,
  );
  const frame = rectangle([left + 1, bottom + 1, left + iconSide - 1, top - 1]);
  return `${color}\n0 G 1 w\n${frame} B\n${written.join("\n")} S\n`;
}
