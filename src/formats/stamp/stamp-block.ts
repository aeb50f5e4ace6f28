import { type QrCode, qrCode } from "../qr-code.ts";
import { cleanText, isolate, withoutIsolates } from "../text/clean-text.ts";
import type { TextFace } from "../text/fonts.ts";
import { Recent } from "../text/recent.ts";
import { type Glyph, type GlyphRun, measureOffsets, type ShapedText, shapeText } from "../text/shape.ts";
import { breakLines as breakText } from "../text/wrap.ts";
import { verifyPage } from "../verify-url.ts";
import { type Stamp, unknownSerialNumber } from "./stamp.ts";
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
  readonly code?: StampCode;
};

/** A QR code in a block: a square with this side, its lower left corner at `left` and `bottom`. */
export type StampCode = {
  readonly modules: QrCode;
  readonly left: number;
  readonly bottom: number;
  readonly side: number;
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

/** Width of the bar at the beginning of a block on a page: it marks the stamp on black-and-white prints. */
export const barWidth = 0.22;
/** From the code's quiet zone to the text beside it, and above and below that text. */
const besideCode = { along: 0.35, across: 0.2 } as const;
/**
 * Half of the quiet zone that ISO/IEC 18004 asks for, in modules: the stamp is in a free place, and its tint is light.
 */
const quietZone = 2;

/** Each narrower layout has this fraction of the previous width, so that pages of many sizes share a few layouts. */
const step = 0.93;

/** Lays out the stamp's text for any width and caches every layout. */
export class StampBlocks {
  readonly #paragraphs: Group[][];
  readonly #natural: StampBlock;
  readonly #narrowest: number;
  readonly #settings = new Map<number, StampBlock>();
  readonly #withCodes = new Map<string, StampBlock>();
  readonly #answers = new Map<string, StampBlock | undefined>();
  #encoded: QrCode | undefined;

  constructor(private readonly stamp: Stamp) {
    this.#paragraphs = stampParagraphs(stamp).map((groups) => groups.map((parts) => new Group(parts)));
    this.#natural = new Block(
      this.#paragraphs.flatMap((groups) => breakLines(groups, Number.POSITIVE_INFINITY)),
    );
    this.#narrowest = shaped(stamp.serialNumber, "strong").width + 2 * padding.along;
  }

  /**
   * The widest layout that fits into `width` em; undefined if not even the serial number, which is never broken, fits.
   */
  within(width: number): StampBlock | undefined {
    const steps = this.#stepsWithin(width);
    return steps === undefined ? undefined : this.#narrowed(steps);
  }

  #stepsWithin(width: number): number | undefined {
    if (width < this.#narrowest) return undefined;
    if (width >= this.#natural.width) return 0;
    return Math.ceil(Math.log(width / this.#natural.width) / Math.log(step));
  }

  #narrowed(steps: number): StampBlock {
    if (steps === 0) return this.#natural;
    const known = this.#settings.get(steps);
    if (known) return known;
    const available =
      Math.max(this.#narrowest, this.#natural.width * step ** steps) - 2 * padding.along + 1e-6;
    const block = new Block(this.#paragraphs.flatMap((groups) => breakLines(groups, available)));
    this.#settings.set(steps, block);
    return block;
  }

  /** The side of the code with its quiet zone, in modules; undefined if the stamp has none. */
  get codeSize(): number | undefined {
    const code = this.#code();
    return code && code.size + 2 * quietZone;
  }

  /**
   * A layout that fits into `width` em: the code, `side` em wide with its quiet zone, and beside it the text on as many
   * lines as `height` em have room for, so that the whole is short, or on more if it does not fit otherwise. Undefined
   * if there is none, and without a code.
   */
  withCode(width: number, side: number, height = side): StampBlock | undefined {
    const request = `${width} ${side} ${height}`;
    if (!this.#answers.has(request)) this.#answers.set(request, this.#findWithCode(width, side, height));
    return this.#answers.get(request);
  }

  #findWithCode(width: number, side: number, height: number): StampBlock | undefined {
    const code = this.#code();
    const widest = code && this.#stepsWithin(width - BlockWithCode.start(side) + padding.along);
    if (!code || widest === undefined) return undefined;
    let steps = this.#stepsBeside(height, widest);
    let text = this.#narrowed(steps);
    while (steps > widest && BlockWithCode.heightBeside(text) > height) text = this.#narrowed(--steps);
    const key = `${steps} ${side}`;
    const block = this.#withCodes.get(key) ?? new BlockWithCode(text, code, side);
    this.#withCodes.set(key, block);
    return block;
  }

  /** At least as many steps as make the text this high: as if no line had room left at its end. */
  #stepsBeside(highest: number, widest: number): number {
    const paragraphs = this.#paragraphs.map((groups) => ({
      size: Math.min(...groups.map(({ line }) => line.size)),
      width: groups.reduce((sum, { line }) => sum + line.width, 0),
    }));
    const isHigher = (steps: number) => {
      const width = this.#natural.width * step ** steps;
      const lines = paragraphs.map((text) => text.size * Math.ceil(text.width / (width - 2 * padding.along)));
      const height = linePitch * lines.reduce((sum, size) => sum + size, 0);
      return width < this.#narrowest || height + 2 * besideCode.across > highest;
    };
    let steps = widest;
    while (!isHigher(steps + 1)) steps++;
    return steps;
  }

  #code(): QrCode | undefined {
    const { origin, serialNumber, qrCode: choice = "off" } = this.stamp;
    if (choice === "off" || origin === undefined) return undefined;
    // A preview has a code of the same size, which leads to no record.
    const known = serialNumber === unknownSerialNumber ? serialNumber.replaceAll("•", "0") : serialNumber;
    this.#encoded ??= qrCode(verifyPage(origin, ""), known);
    return this.#encoded;
  }
}

/** A line before shaping. */
type BrokenLine = { width: number; size: number; pieces: () => StampPiece[] };

/** A block whose lines are shaped when it is drawn: most of the blocks tried for a page never are. */
class Block implements StampBlock {
  readonly start = padding.along;
  readonly width: number;
  readonly height: number;
  #set: StampLine[] | undefined;

  constructor(private readonly broken: BrokenLine[]) {
    this.width = Math.max(...broken.map((line) => line.width)) + 2 * padding.along;
    this.height = broken.reduce((sum, { size }) => sum + size * linePitch, 2 * padding.across);
  }

  get lines(): readonly StampLine[] {
    if (this.#set) return this.#set;
    let top: number = padding.across;
    this.#set = this.broken.map(({ width, size, pieces }) => {
      const baseline = top + size * ascentInLine;
      top += size * linePitch;
      return { pieces: merged(pieces()), width, baseline };
    });
    return this.#set;
  }
}

/** The lines of another block with a code before them, on the same middle line. */
class BlockWithCode implements StampBlock {
  readonly start: number;
  readonly width: number;
  readonly height: number;
  readonly code: StampCode;

  constructor(
    private readonly text: StampBlock,
    modules: QrCode,
    side: number,
  ) {
    this.start = BlockWithCode.start(side);
    this.width = this.start + text.width - text.start;
    this.height = Math.max(side, BlockWithCode.heightBeside(text));
    const center = this.height / 2;
    const quiet = (side * quietZone) / (modules.size + 2 * quietZone);
    this.code = {
      modules,
      left: barWidth + quiet,
      bottom: center - side / 2 + quiet,
      side: side - 2 * quiet,
    };
  }

  static start(side: number): number {
    return barWidth + side + besideCode.along;
  }

  static heightBeside({ height }: StampBlock): number {
    return height - 2 * (padding.across - besideCode.across);
  }

  get lines(): readonly StampLine[] {
    const shift = (this.height - this.text.height) / 2;
    return this.text.lines.map((line) => ({ ...line, baseline: line.baseline + shift }));
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
  #measured: MeasuredGroup | undefined;

  constructor(private readonly parts: StampPart[]) {
    const pieces = parts.map((part) => buildPiece(part.look, shaped(part.text, part.look)));
    this.line = buildLine(pieces);
  }

  linesWithin(available: number): BrokenLine[] {
    this.#measured ??= measureGroup(this.parts);
    const { text, distances, parts } = this.#measured;
    return breakText(text, distances, available).map(({ width, start, end }) => {
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
}

/** Clean parts, their joined text, and distances in em from its start to each of its UTF-16 offsets. */
type MeasuredGroup = { text: string; distances: Float64Array; parts: StampPart[] };

function measureGroup(group: StampPart[]): MeasuredGroup {
  const parts = group.map(({ text, look }) => ({ text: isolate(cleanText(text)), look }));
  const text = parts.map(({ text }) => text).join("");
  const distances = new Float64Array(text.length + 1);
  let [at, start] = [0, 0];
  for (const part of parts) {
    const inside = measured(part);
    for (const [offset, distance] of inside.entries())
      distances[at + offset] = start + sizes[part.look] * distance;
    at += part.text.length;
    start = distances[at] ?? 0;
  }
  return { text, distances, parts };
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

/** As `measureOffsets`, for a clean part between isolates. What many stamps have in common is measured once. */
function measured({ text, look }: StampPart): Float64Array {
  const face = faces[look];
  const code = withoutIsolates(text);
  if (!codes.test(code)) return recent.get(text, face, () => measureOffsets(text, { face }));
  const ends = shaped(code, look).runs.flatMap(({ glyphs }) => glyphs.map(({ advance }) => advance));
  let distance = 0;
  return Float64Array.of(0, 0, ...ends.map((advance) => (distance += advance)), distance);
}

const recent = new Recent<Float64Array>();

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
