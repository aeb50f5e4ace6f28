import { cleanText, isolate } from "../text/clean-text.ts";
import type { TextFace } from "../text/fonts.ts";
import { type Glyph, type GlyphRun, type ShapedText, shapeText } from "../text/shape.ts";
import { WrappableText } from "../text/wrap.ts";
import type { Stamp } from "./stamp.ts";
import { groupSeparator, type StampPart, stampParagraphs } from "./stamp-text.ts";

/** Words in one style. Distances in a block are in em: 1 is the font size of the facts. */
type StampPiece = { readonly text: ShapedText; readonly size: number };

/** `baseline` is measured from the top of the block. */
type StampLine = {
  readonly pieces: readonly StampPiece[];
  readonly width: number;
  readonly baseline: number;
};

/** The laid-out lines of the stamp. `start` is the distance from the left edge to the text. */
export type StampBlock = {
  readonly lines: readonly StampLine[];
  readonly start: number;
  readonly width: number;
  readonly height: number;
};

const sizes = { strong: 1, normal: 1, small: 0.76 } as const satisfies Record<StampPart["look"], number>;

const faces = { strong: "latin-bold", normal: "latin", small: "latin" } as const satisfies Record<
  StampPart["look"],
  TextFace
>;

/** Line height, and distance from a line's top to its baseline, relative to its font size. */
const linePitch = 1.3;
const ascentInLine = 0.98;
/** Padding between the block's edges and the text: above and below, and at the ends. */
const padding = { across: 0.4, along: 0.7 } as const;

/** Each narrower layout has this fraction of the previous width, so that pages of many sizes share a few layouts. */
const step = 0.93;

/** Lays out the stamp's text for any width and caches every layout. */
export class StampBlocks {
  private readonly paragraphs: Group[][];
  private readonly natural: StampBlock;
  private readonly narrowest: number;
  private readonly settings = new Map<number, StampBlock>();

  constructor(stamp: Stamp) {
    this.paragraphs = stampParagraphs(stamp).map((groups) => groups.map((parts) => new Group(parts)));
    this.natural = new Block(
      this.paragraphs.flatMap((groups) => breakLines(groups, Number.POSITIVE_INFINITY)),
    );
    this.narrowest = shaped(stamp.serialNumber, "strong").width + 2 * padding.along;
  }

  /**
   * The widest layout that fits into `width` em; undefined if not even the serial number, which is never broken, fits.
   */
  within(width: number): StampBlock | undefined {
    if (width < this.narrowest) return undefined;
    if (width >= this.natural.width) return this.natural;
    const steps = Math.ceil(Math.log(width / this.natural.width) / Math.log(step));
    const known = this.settings.get(steps);
    if (known) return known;
    const available = Math.max(this.narrowest, this.natural.width * step ** steps) - 2 * padding.along + 1e-6;
    const block = new Block(this.paragraphs.flatMap((groups) => breakLines(groups, available)));
    this.settings.set(steps, block);
    return block;
  }
}

/** A line before shaping. */
type BrokenLine = { width: number; size: number; pieces: () => StampPiece[] };

/** A block whose lines are shaped when it is drawn: most of the blocks tried for a page never are. */
class Block implements StampBlock {
  readonly start = padding.along;
  readonly width: number;
  readonly height: number;
  private set: StampLine[] | undefined;

  constructor(private readonly broken: BrokenLine[]) {
    this.width = Math.max(...broken.map((line) => line.width)) + 2 * padding.along;
    this.height = broken.reduce((sum, { size }) => sum + size * linePitch, 2 * padding.across);
  }

  get lines(): readonly StampLine[] {
    if (this.set) return this.set;
    let top: number = padding.across;
    this.set = this.broken.map(({ width, size, pieces }) => {
      const baseline = top + size * ascentInLine;
      top += size * linePitch;
      return { pieces: merged(pieces()), width, baseline };
    });
    return this.set;
  }
}

const separator: BrokenLine = {
  width: shapeText(groupSeparator).width,
  size: 1,
  pieces: () => [{ text: shapeText(groupSeparator), size: 1 }],
};

/** Groups share a line as long as they fit, and are broken only if they are longer than one line. */
function breakLines(groups: Group[], available: number): BrokenLine[] {
  const lines: BrokenLine[] = [];
  let current: BrokenLine | undefined;
  for (const group of groups) {
    const together = current && joined([current, separator, group.line]);
    if (together && together.width <= available) {
      current = together;
      continue;
    }
    if (current) lines.push(current);
    if (group.line.width <= available) current = group.line;
    else {
      const broken = group.linesWithin(available);
      current = broken.pop();
      lines.push(...broken);
    }
  }
  return current ? [...lines, current] : lines;
}

function joined(lines: BrokenLine[]): BrokenLine {
  return {
    width: lines.reduce((sum, { width }) => sum + width, 0),
    size: Math.max(...lines.map(({ size }) => size)),
    pieces: () => lines.flatMap(({ pieces }) => pieces()),
  };
}

/** Parts that stay on one line if it is long enough. */
class Group {
  readonly line: BrokenLine;
  private wrappable: { text: WrappableText; parts: { text: string; look: StampPart["look"] }[] } | undefined;

  constructor(private readonly parts: StampPart[]) {
    const pieces = parts.map((part) => buildPiece(part.look, shaped(part.text, part.look)));
    this.line = buildLine(pieces);
  }

  linesWithin(available: number): BrokenLine[] {
    this.wrappable ??= this.wrap();
    const { text, parts } = this.wrappable;
    return text.linesWithin(available).map(({ width, start, end }) => {
      const cut: StampPart[] = [];
      let from = 0;
      for (const part of parts) {
        const inside = part.text.slice(Math.max(0, start - from), Math.max(0, end - from));
        if (inside !== "") cut.push({ text: inside, look: part.look });
        from += part.text.length;
      }
      const size = Math.max(...cut.map(({ look }) => sizes[look]));
      return {
        width,
        size,
        pieces: () => cut.map(({ text, look }) => buildPiece(look, shaped(text, look))),
      };
    });
  }

  private wrap() {
    const parts = this.parts.map(({ text, look }) => ({ text: isolate(cleanText(text)), look }));
    const whole = parts.map(({ text }) => text).join("");
    const each = parts.flatMap(({ text, look }) => {
      // The whole text is measured in one face.
      const size = sizes[look] * (shaped(text, look).width / shapeText(text).width || 1);
      return Array.from({ length: text.length }, () => size);
    });
    return { text: new WrappableText(whole, { sizes: Float64Array.from(each) }), parts };
  }
}

function buildLine(pieces: StampPiece[]): BrokenLine {
  return {
    width: pieces.reduce((sum, { text, size }) => sum + text.width * size, 0),
    size: Math.max(...pieces.map(({ size }) => size)),
    pieces: () => pieces,
  };
}

function buildPiece(look: StampPart["look"], text: ShapedText): StampPiece {
  return { text, size: sizes[look] };
}

/** Serial numbers and times never repeat, but their characters do, and those do not influence each other's shapes. */
const codes = /^[ 0-9A-Z:+-]{2,}$/;

function shaped(text: string, look: StampPart["look"]): ShapedText {
  const face = faces[look];
  return codes.test(text)
    ? spaced(inOneLine([...text].map((character) => shapeText(character, { face }))), look)
    : shapeText(text, { face });
}

/** Between the characters of a serial number, in em: even on a coarse print, VV is not W. */
const tracking = 0.04;

function spaced(text: ShapedText, look: StampPart["look"]): ShapedText {
  if (look !== "strong") return text;
  const runs = text.runs.map((run) => ({
    ...run,
    glyphs: run.glyphs.map((glyph) => ({ ...glyph, advance: glyph.advance + tracking })),
  }));
  return { ...text, runs, width: text.width + tracking * text.text.length };
}

/** Joins neighbors of the same size; each run of their glyphs has its face. */
function merged(pieces: StampPiece[]): StampPiece[] {
  const result: StampPiece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && last.size === piece.size)
      result[result.length - 1] = { ...last, text: inOneLine([last.text, piece.text]) };
    else result.push(piece);
  }
  return result;
}

/** Places texts in a row; neighbors with the same font and direction become one run. */
function inOneLine(texts: ShapedText[]): ShapedText {
  const runs: (GlyphRun & { glyphs: Glyph[] })[] = [];
  for (const run of texts.flatMap((text) => text.runs)) {
    const last = runs.at(-1);
    if (last && last.font === run.font && !last.rightToLeft && !run.rightToLeft)
      last.glyphs.push(...run.glyphs);
    else runs.push({ ...run, glyphs: [...run.glyphs] });
  }
  return {
    text: texts.map(({ text }) => text).join(""),
    runs,
    width: texts.reduce((sum, { width }) => sum + width, 0),
  };
}
