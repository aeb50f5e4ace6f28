import { cleanText } from "../text/clean-text.ts";
import type { TextFace } from "../text/fonts.ts";
import { joinLines } from "../text/pdf-fonts.ts";
import { type ShapedText, shapeText } from "../text/shape.ts";
import { statedText } from "../text/stated-text.ts";
import { wrapText } from "../text/wrap.ts";
import type { Color, Element, Flow, PlacedLine, Rule, Tag } from "./flow.ts";
import { columnWidth, type Paper } from "./paper.ts";

const labelWidth = 86;

export type Style = { size: number; color: Color; face?: TextFace };

const label: Style = { size: 8.6, color: "muted" };
const heading = { size: 10, color: "accent", face: "sans-bold" } as const;
export const plain = { size: 9, color: "ink", face: "sans" } as const;
const leading = 1.27;
/** A character, not a drawn line, so that copied text includes it; tall enough to touch the next one. */
export const quoteBar = shapeText("|", { face: "sans" });
export const quoteBarStyle: Style = { size: 11.5, color: "accent" };

/**
 * The value of a label: wrapped text, a fingerprint on one line, or the client's words, with a bar next to each line.
 */
export type Value = string | { fingerprint: string } | { stated: string };

/** Stacks elements from top to bottom. Everything stays within the column, and no character is lost. */
export class Sheet {
  readonly elements: Element[] = [];
  /** The bars next to the client's words. */
  readonly bars: PlacedLine[] = [];
  readonly rules: (Rule & { air: number })[] = [];

  /**
   * `continued` gives the label of a value that continues on the next page. All sizes and distances are multiplied by
   * `scale`.
   */
  constructor(
    private readonly continued: (label: string) => string,
    readonly flow: Flow,
    readonly paper: Paper,
    private readonly scale = 1,
  ) {}

  /** Leaves space that grows on a short page. */
  skip(points: number): void {
    this.flow.skip(points * this.scale);
  }

  #scaled<Scaled extends Style>(style: Scaled): Scaled {
    return { ...style, size: style.size * this.scale };
  }

  /** A short, centered red line. */
  redRule(length: number): void {
    this.skip(5);
    const { air } = this.flow;
    const at = this.flow.next(5 * this.scale);
    this.rules.push({ ...at, x: (this.paper.framed - length) / 2, length, color: "seal", air });
  }

  /** Centered text with lines of about the same length. */
  centered(
    tag: Tag,
    text: string,
    unscaled: Style & { leading?: number; isStated?: boolean },
    gapAbove: number,
  ): void {
    const style = this.#scaled(unscaled);
    this.skip(gapAbove);
    const { air } = this.flow;
    const lines = withBlanks(text, balanced(text, style, columnWidth(this.paper) - 30)).map(
      ({ line, blankAfter }) => {
        const x = (this.paper.framed - line.width * style.size) / 2;
        return {
          ...this.flow.next(style.size * (style.leading ?? 1.22)),
          x,
          line,
          blankAfter,
          size: style.size,
          color: style.color,
          ...(style.isStated ? { isStated: true } : {}),
        };
      },
    );
    this.elements.push({ tag, lines, air });
  }

  /** A heading that is never the last line of a page. */
  heading(text: string): void {
    const style = this.#scaled(heading);
    this.skip(7);
    this.flow.need(40);
    const { air } = this.flow;
    const at = this.flow.next(style.size * leading);
    this.elements.push({
      tag: "H2",
      air,
      lines: [placed(shapeText(text, { face: heading.face }), this.paper.left, at, style)],
    });
    this.skip(1.5);
  }

  /** A label and its value; long values continue on the next page. */
  row(name: string, values: Value[]): void {
    const lines: PlacedLine[] = [];
    const { air } = this.flow;
    const [valueLeft, style, labelStyle] = [
      this.paper.left + labelWidth,
      this.#scaled(plain),
      this.#scaled(label),
    ];
    for (const value of values) {
      for (const pieces of shapePieces(value, style, valueLeft, this.paper.right)) {
        const at = this.flow.next(style.size * leading);
        const last = lines.at(-1);
        if (!last) lines.push(placed(shapeText(name, { face: "sans" }), this.paper.left, at, labelStyle));
        else if (last.page < at.page)
          lines.push(
            placed(shapeText(this.continued(name), { face: "sans" }), this.paper.left, at, labelStyle),
          );
        for (const piece of pieces) {
          lines.push({ ...piece, ...at });
          if (piece.isStated) this.bars.push(placed(quoteBar, valueLeft, at, this.#scaled(quoteBarStyle)));
        }
      }
    }
    this.elements.push({ tag: "P", lines, air });
    this.skip(2.6);
  }

  /**
   * Distributes the height left on a one-page certificate over its flexible space, up to two and a half times its size.
   */
  spread(): void {
    if (this.flow.page > 0) return;
    const stretch = Math.min(1.5, Math.max(0, this.flow.left - 8) / this.flow.air);
    for (const element of this.elements) {
      for (const line of element.lines) {
        const bar = this.bars.find(({ page, y }) => line.isStated && page === line.page && y === line.y);
        line.y -= element.air * stretch;
        if (bar) bar.y = line.y;
      }
    }
    for (const rule of this.rules) rule.y -= rule.air * stretch;
  }
}

type Piece = Omit<PlacedLine, "page" | "y">;

function shapePieces(value: Value, style: Style, left: number, right: number): Piece[][] {
  if (typeof value === "string") return wrapped(value, style, left, right);
  if ("fingerprint" in value) return [fingerprintPieces(value.fingerprint, left, style.size)];
  return wrapped(statedText(value.stated), style, left + style.size, right).map((pieces) =>
    pieces.map((piece) => ({ ...piece, isStated: true })),
  );
}

function wrapped(text: string, style: Style, left: number, right: number): Piece[][] {
  const lines = withBlanks(text, wrapText(text, { face: "sans", size: style.size, maxWidth: right - left }));
  return lines.map((line) => [{ ...line, x: left, size: style.size, color: style.color }]);
}

/** For each line, whether it ends at the end of a word and not inside one. */
function withBlanks(source: string, lines: readonly ShapedText[]): Pick<PlacedLine, "line" | "blankAfter">[] {
  const text = cleanText(source);
  return lines.map((line, index) => {
    const next = lines[index + 1];
    return { line, blankAfter: next === undefined || !text.includes(line.text + next.text) };
  });
}

const digits = new Map<string, ShapedText>();

function shapeDigit(digit: string): ShapedText {
  const shaped = digits.get(digit) ?? shapeText(digit, { face: "sans" });
  digits.set(digit, shaped);
  return shaped;
}

/** Groups of eight digits in two colors: easy to compare, and still one word when copied. */
export function fingerprintPieces(hex: string, left: number, size: number): Piece[] {
  let x = left;
  const groups = hex.match(/.{1,8}/g) ?? [];
  return groups.map((group, index) => {
    const line = joinLines(Array.from(group, shapeDigit));
    const color = index % 2 === 0 ? "ink" : "accent";
    const piece: Piece = { line, x, size, color, blankAfter: index === groups.length - 1 };
    x += line.width * size;
    return piece;
  });
}

/** Places a line that starts at x. */
export function placed(
  line: ShapedText,
  x: number,
  at: { page: number; y: number },
  style: Style,
): PlacedLine {
  return { ...at, x, line, blankAfter: true, size: style.size, color: style.color };
}

/** Breaks a text into as few lines as possible, all of about the same length. */
function balanced(text: string, { size, face = "sans" }: Style, available: number): readonly ShapedText[] {
  const wrap = (maxWidth: number) => wrapText(text, { size, maxWidth, face });
  let best = wrap(available);
  const count = best.length;
  if (count === 1) return best;
  let [low, high] = [available / count, available];
  while (high - low > 8) {
    const middle = (low + high) / 2;
    const lines = wrap(middle);
    if (lines.length > count) low = middle;
    else {
      high = middle;
      best = lines;
    }
  }
  return best;
}
