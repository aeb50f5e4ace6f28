import { AppError } from "../../errors.ts";
import { showText } from "../text/pdf-fonts.ts";
import { type ShapedText, shapeText } from "../text/shape.ts";
import { wrapText } from "../text/wrap.ts";
import { findClaims } from "./archival-claim.ts";
import type { PdfDocument } from "./document.ts";
import type { FormField } from "./form-field.ts";
import { type Bounds, numberText } from "./matrix.ts";
import type { Revision } from "./revision.ts";
import { fontsFor, writeFontOnce } from "./stamp-fonts.ts";
import { asArray, asNumber, asReference, asString, type PdfDict } from "./values.ts";

/** A line of text with its size and the start of its baseline. */
type PlacedLine = { line: ShapedText; size: number; x: number; y: number };

type Drawing = {
  number: number;
  width: number;
  height: number;
  turn: number;
  /** Operators that draw the background of the text. */
  background: string;
  color: string;
  /** Text outside of it is cut off. */
  clip: Bounds;
  lines: PlacedLine[];
  icon: string | undefined;
};

/** Cap height of the bundled fonts, in em. */
const capHeight = 0.714;
const lineHeight = 1.2;
/** Maximum number of characters in all fields of a document; shaping more takes too long. */
const maxCharacters = 200_000;
/** Maximum number of characters in one paragraph of a field. */
const maxParagraph = 20_000;
/** Minimum width of a letter in em. */
const narrowestLetter = 0.25;
const smallestSize = 1;
const shrink = 0.95;

/**
 * Draws form fields from their values (ISO 32000-2, 12.7.4.3). The fonts are embedded, so that every reader shows the
 * same, and text that would be cut off is made smaller so that all of it can be read.
 */
export class FieldAppearances {
  readonly #drawings: Drawing[] = [];
  #characters = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly revision: Revision,
  ) {}

  /** The object number of a form that shows the field; `finish` writes it. `state` is that of a check box. */
  add(field: FormField, [left, bottom, right, top]: Bounds, state: string): number {
    const characteristics = this.document.dict(field.widget.get("MK"));
    const turn = (((asNumber(this.document.resolve(characteristics?.get("R"))) ?? 0) % 360) + 360) % 360;
    const upright = turn % 180 === 0;
    const width = upright ? right - left : top - bottom;
    const height = upright ? top - bottom : right - left;
    const border = this.#borderWidth(field.widget, characteristics);
    const style = parseStyle(field);
    const frame = { width, height, border };
    const isMark = field.kind === "check box" || field.kind === "radio button";
    const list = field.isListBox() ? listLines(field, frame, style.size) : undefined;
    const mark = isMark && state !== "Off" ? this.#mark(field, characteristics, frame, style.color) : "";
    const drawing: Drawing = {
      number: this.revision.reserve(),
      width,
      height,
      turn,
      background: this.#background(field, characteristics, frame) + (list?.selection ?? mark),
      color: style.color,
      clip: [border, border, width - border, height - border],
      lines: list?.lines ?? (isMark ? [] : this.#lines(field, characteristics, frame, style.size)),
      icon: field.kind === "push button" ? this.#icon(characteristics) : undefined,
    };
    this.#drawings.push(drawing);
    return drawing.number;
  }

  /**
   * The object number of a form that shows the text of an annotation; undefined if it is too long. `style` is as in
   * /DA.
   */
  addNote({ rect, text, style, align, background, isFramed }: NoteText): number | undefined {
    const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
    if (text.length > maxParagraph || this.#characters + text.length > maxCharacters) return undefined;
    this.#characters += text.length;
    const { size, color } = parseTextStyle(style);
    const border = isFramed ? 2 : 0;
    const frame = { width, height, border };
    const box = `${[1, 1, width - 2, height - 2].map(numberText).join(" ")} re S`;
    const filled =
      background === "" ? "" : `q ${background} 0 0 ${numberText(width)} ${numberText(height)} re f Q\n`;
    const number = this.revision.reserve();
    this.#drawings.push({
      number,
      width,
      height,
      turn: 0,
      background: isFramed ? `${filled}q ${toStroke(color)} 2 w ${box} Q\n` : filled,
      color,
      clip: [border, border, width - border, height - border],
      lines: this.#noteLines(text, frame, size, { align, isFramed }),
      icon: undefined,
    });
    return number;
  }

  #noteLines(
    text: string,
    frame: Frame,
    size: number,
    options: { align: number; isFramed: boolean },
  ): PlacedLine[] {
    if (text.trim() === "") return [];
    return options.isFramed
      ? [singleLine(text, frame, size, options.align)]
      : paragraph(text, frame, size, options.align);
  }

  /** Writes all drawings and the fonts they share. */
  finish(): void {
    if (this.#drawings.length === 0) return;
    const lines = this.#drawings.flatMap((drawing) => drawing.lines.map(({ line }) => line));
    const fonts = fontsFor(lines);
    const listsGlyphs = findClaims(this.document).archivalPart !== undefined;
    const named = fonts.fonts.map(
      (font) => `/${font.resource} ${writeFontOnce(this.revision, font, { listsGlyphs })} 0 R`,
    );
    const resources = `/Font << ${named.join(" ")} >>`;
    for (const drawing of this.#drawings) {
      const { number, width, height, turn, icon, clip } = drawing;
      const texts = drawing.lines.map(
        ({ line, size, x, y }) =>
          `1 0 0 1 ${numberText(x)} ${numberText(y)} Tm\n${showText(fonts, line, Number(numberText(size)))}`,
      );
      const [left, bottom, right, top] = clip;
      const clipped = `${[left, bottom, right - left, top - bottom].map(numberText).join(" ")} re W n`;
      const text = texts.length === 0 ? "" : `q ${clipped}\n${drawing.color}\nBT\n${texts.join("")}ET\nQ\n`;
      const iconText = icon ? "/Icon Do\n" : "";
      const matrix = turnMatrix(turn, width, height);
      this.revision.writeStream(
        number,
        0,
        `/Type /XObject /Subtype /Form /BBox [0 0 ${numberText(width)} ${numberText(height)}] /Matrix [${matrix}] ` +
          `/Resources << ${resources} ${icon ? `/XObject << /Icon ${icon} >>` : ""} >>`,
        Buffer.from(`${drawing.background}${iconText}${text}`, "latin1"),
      );
    }
  }

  /** A border has a width only if it has a color. */
  #borderWidth(widget: PdfDict, characteristics: PdfDict | undefined): number {
    const style = this.document.dict(widget.get("BS"));
    const width = asNumber(this.document.resolve(style?.get("W")));
    const array = asArray(this.document.resolve(widget.get("Border")));
    const own = width ?? asNumber(this.document.resolve(array?.[2])) ?? 1;
    return this.#color(characteristics, "BC", "stroke") === "" ? 0 : Math.max(0, own);
  }

  #color(characteristics: PdfDict | undefined, key: "BC" | "BG", use: "stroke" | "fill"): string {
    const parts = asArray(this.document.resolve(characteristics?.get(key))) ?? [];
    const numbers = parts.map((part) => asNumber(this.document.resolve(part)) ?? 0);
    const operator = ({ 1: "g", 3: "rg", 4: "k" } as Record<number, string>)[numbers.length];
    if (!operator) return "";
    return `${numbers.map(numberText).join(" ")} ${use === "stroke" ? operator.toUpperCase() : operator}`;
  }

  #background(field: FormField, characteristics: PdfDict | undefined, frame: Frame): string {
    const { width, height, border } = frame;
    const fill = this.#color(characteristics, "BG", "fill");
    const stroke = this.#color(characteristics, "BC", "stroke");
    const round = field.kind === "radio button" && this.#caption(characteristics, "l") === "l";
    const shape = (inset: number) =>
      round
        ? circle(width / 2, height / 2, Math.max(0, Math.min(width, height) / 2 - inset))
        : `${[inset, inset, width - 2 * inset, height - 2 * inset].map(numberText).join(" ")} re`;
    const filled = fill === "" ? "" : `${fill}\n${shape(0)} f\n`;
    const stroked = border === 0 ? "" : `${stroke}\n${numberText(border)} w\n${shape(border / 2)} S\n`;
    return filled === "" && stroked === "" ? "" : `q\n${filled}${stroked}Q\n`;
  }

  #caption(characteristics: PdfDict | undefined, missing: string): string {
    const caption = asString(this.document.resolve(characteristics?.get("CA")));
    return caption && caption.length > 0 ? caption.toString("latin1") : missing;
  }

  #icon(characteristics: PdfDict | undefined): string | undefined {
    const reference = asReference(characteristics?.get("I"));
    const object = reference && this.document.object(reference.number);
    return reference && object?.data ? `${reference.number} ${reference.generation} R` : undefined;
  }

  /** The mark of a check box is named by a letter of ZapfDingbats (ISO 32000-2, table 192); it is drawn as a path. */
  #mark(
    field: FormField,
    characteristics: PdfDict | undefined,
    { width, height, border }: Frame,
    color: string,
  ): string {
    const sign = this.#caption(characteristics, field.kind === "radio button" ? "l" : "4");
    const side = Math.max(0, Math.min(width, height) - 2 * border) * 0.7;
    const [x, y] = [(width - side) / 2, (height - side) / 2];
    const place = `${numberText(side)} 0 0 ${numberText(side)} ${numberText(x)} ${numberText(y)} cm`;
    return `q\n${color}\n${toStroke(color)}\n${place}\n${markPaths[sign] ?? checkMark}\nQ\n`;
  }

  #lines(field: FormField, characteristics: PdfDict | undefined, frame: Frame, size: number): PlacedLine[] {
    const text = field.kind === "push button" ? this.#caption(characteristics, "") : field.text();
    if (text.trim() === "") return [];
    this.#characters += text.length;
    if (text.length > maxParagraph || this.#characters > maxCharacters) throw tooMuchText();
    const shown = field.kind === "text" && field.has("password") ? "*".repeat(text.length) : text;
    const align = field.kind === "push button" ? 1 : (asNumber(field.inheritedOrDefault("Q")) ?? 0);
    const cells = asNumber(field.inherited("MaxLen")) ?? 0;
    if (field.kind === "text" && field.has("comb") && cells >= [...shown].length) {
      return combLines(shown, frame, size, cells, align);
    }
    return field.kind === "text" && field.has("multiline")
      ? paragraph(shown, frame, size, align)
      : [singleLine(shown, frame, size, align)];
  }
}

function tooMuchText(): AppError {
  return new AppError(
    "unsupported",
    "pdf-fields-too-full",
    "The form fields of this PDF contain more text than can be drawn. Please print it to PDF and upload the new file.",
  );
}

type Frame = { width: number; height: number; border: number };

type NoteText = {
  rect: Bounds;
  text: string;
  style: string;
  align: number;
  /** An operator that sets the color; empty for none. */
  background: string;
  isFramed: boolean;
};

const operandsOfColors = new Map([
  ["g", 1],
  ["rg", 3],
  ["k", 4],
]);
const numberForm = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const maxNumberLength = 20;
const isNumber = (token: string | undefined): token is string =>
  token !== undefined && token.length <= maxNumberLength && numberForm.test(token);

function parseStyle(field: FormField): { size: number; color: string } {
  return parseTextStyle(asString(field.inheritedOrDefault("DA"))?.toString("latin1") ?? "");
}

/** Parses size and color of /DA in linear time; size 0 means automatic. */
function parseTextStyle(text: string): { size: number; color: string } {
  const tokens = text.match(/\/?[^\s/()<>[\]{}%]+/g) ?? [];
  const size = tokens.find((_, at) => tokens[at + 1] === "Tf");
  const color = tokens.findLastIndex((token, at) => {
    const operands = operandsOfColors.get(token);
    return operands !== undefined && at >= operands && tokens.slice(at - operands, at).every(isNumber);
  });
  const operands = operandsOfColors.get(tokens[color] ?? "") ?? 0;
  return {
    size: isNumber(size) ? Math.abs(Number(size)) : 0,
    color: color < 0 ? "0 g" : tokens.slice(color - operands, color + 1).join(" "),
  };
}

const toStroke = (color: string): string => color.replace(/(k|rg|g)$/, (operator) => operator.toUpperCase());

const getPadding = ({ border }: Frame): number => 2 * Math.max(1, border);

function alignedAt(align: number, width: number, frame: Frame): number {
  if (align === 1) return (frame.width - width) / 2;
  return align === 2 ? frame.width - getPadding(frame) - width : getPadding(frame);
}

function singleLine(text: string, frame: Frame, wanted: number, align: number): PlacedLine {
  const line = shapeText(text);
  const available = frame.width - 2 * getPadding(frame);
  const chosen = wanted > 0 ? wanted : Math.max(4, (frame.height - 2 * frame.border) * 0.67);
  const size = Math.max(smallestSize, Math.min(chosen, available / Math.max(line.width, 0.001)));
  const y = (frame.height - capHeight * size) / 2;
  return { line, size, x: alignedAt(align, line.width * size, frame), y };
}

function paragraph(text: string, frame: Frame, wanted: number, align: number): PlacedLine[] {
  const padding = getPadding(frame);
  const maxWidth = Math.max(1, frame.width - 2 * padding);
  const available = frame.height - 2 * padding;
  const largest = Math.sqrt((maxWidth * Math.max(1, available)) / (text.length * narrowestLetter));
  let size = Math.max(smallestSize, Math.min(wanted > 0 ? wanted : 12, largest));
  let lines = wrapText(text, { size, maxWidth });
  while (lines.length * lineHeight * size > available && size > smallestSize) {
    size *= shrink;
    lines = wrapText(text, { size, maxWidth });
  }
  return lines.map((line, index) => ({
    line,
    size,
    x: alignedAt(align, line.width * size, frame),
    y: frame.height - padding - size * (index * lineHeight + 0.95),
  }));
}

/** Drawn behind the selected options, as in other programs. */
const selectionColor = "0.6 0.75686 0.8549 rg";

/** The options that fit, starting with the first visible one, and the highlights of the selected ones. */
function listLines(
  field: FormField,
  frame: Frame,
  wanted: number,
): { lines: PlacedLine[]; selection: string } {
  const padding = getPadding(frame);
  const size = wanted > 0 ? wanted : 12;
  const pitch = size * lineHeight;
  const chosen = new Set(field.text().split("\n"));
  const rows = Math.max(1, Math.floor((frame.height - 2 * padding) / pitch));
  const options = field.options().map(([, shown]) => shown);
  const inView = asNumber(field.inherited("TI")) ?? 0;
  const selected = options.findIndex((option) => chosen.has(option));
  const first = selected >= 0 && (selected < inView || selected >= inView + rows) ? selected : inView;
  const shown = options.slice(Math.max(0, first), Math.max(0, first) + rows);
  const lines = shown.map((option, index) => ({
    ...singleLine(option, frame, size, asNumber(field.inheritedOrDefault("Q")) ?? 0),
    y: frame.height - padding - pitch * index - size * 0.95,
  }));
  const bars = shown.flatMap((option, index) => {
    if (!chosen.has(option)) return [];
    const bar = [padding, frame.height - padding - pitch * (index + 1), frame.width - 2 * padding, pitch];
    return `q ${selectionColor} ${bar.map(numberText).join(" ")} re f Q\n`;
  });
  return { lines, selection: bars.join("") };
}

/** Centers each character in its own cell. */
function combLines(text: string, frame: Frame, wanted: number, cells: number, align: number): PlacedLine[] {
  const characters = [...text];
  const cell = frame.width / cells;
  const free = cells - characters.length;
  const first = align === 2 ? free : align === 1 ? Math.floor(free / 2) : 0;
  return characters.map((character, index) => {
    const inCell = singleLine(character, { ...frame, width: cell, border: 0 }, wanted, 1);
    return { ...inCell, x: inCell.x + (first + index) * cell };
  });
}

/** The circle as four curves. */
function circle(x: number, y: number, radius: number): string {
  const handle = radius * 0.5523;
  const text = (...numbers: number[]) => numbers.map(numberText).join(" ");
  return [
    `${text(x + radius, y)} m`,
    `${text(x + radius, y + handle, x + handle, y + radius, x, y + radius)} c`,
    `${text(x - handle, y + radius, x - radius, y + handle, x - radius, y)} c`,
    `${text(x - radius, y - handle, x - handle, y - radius, x, y - radius)} c`,
    `${text(x + handle, y - radius, x + radius, y - handle, x + radius, y)} c h`,
  ].join("\n");
}

const checkMark = "0.16 w 1 J 0.08 0.48 m 0.36 0.16 l 0.92 0.88 l S";
/** In a square of side 1. */
const markPaths: Record<string, string> = {
  4: checkMark,
  8: "0.16 w 1 J 0.1 0.1 m 0.9 0.9 l 0.1 0.9 m 0.9 0.1 l S",
  l: `${circle(0.5, 0.5, 0.4)} f`,
  u: "0.5 0 m 1 0.5 l 0.5 1 l 0 0.5 l h f",
  n: "0.1 0.1 0.8 0.8 re f",
  H: "0.5 1 m 0.62 0.64 l 1 0.64 l 0.69 0.42 l 0.81 0.05 l 0.5 0.27 l 0.19 0.05 l 0.31 0.42 l 0 0.64 l 0.38 0.64 l h f",
};

/** The rotation for /MK /R, counterclockwise. */
function turnMatrix(turn: number, width: number, height: number): string {
  if (turn === 90) return `0 1 -1 0 ${numberText(height)} 0`;
  if (turn === 180) return `-1 0 0 -1 ${numberText(width)} ${numberText(height)}`;
  if (turn === 270) return `0 -1 1 0 0 ${numberText(width)}`;
  return "1 0 0 1 0 0";
}
