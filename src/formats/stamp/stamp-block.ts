import { cleanText, isolate } from "../text/clean-text.ts";
import { type Glyph, type GlyphRun, type ShapedText, shapeText } from "../text/shape.ts";
import { type TextLine, WrappableText } from "../text/wrap.ts";
import type { Stamp } from "./stamp.ts";
import { stampLineParts } from "./stamp-text.ts";

/** The stamp's lines set as one block. Distances are in em: 1 is the font size. */
export type StampBlock = { readonly lines: ShapedText[]; readonly width: number; readonly height: number };

/** From one baseline to the next, and from the block's edge to the text. */
export const linePitch = 1.3;
export const padding = 0.3;

/** Each narrower setting is this much of the one before, so that pages of any number of sizes share a few. */
const step = 0.93;

/** Sets the stamp's text for any width and remembers every setting it has made. */
export class StampBlocks {
  private readonly lines: string[][];
  private readonly natural: StampBlock;
  private readonly narrowest: number;
  private readonly settings = new Map<number, StampBlock>();
  private texts: WrappableText[] | undefined;

  constructor(stamp: Stamp) {
    this.lines = stampLineParts(stamp);
    this.natural = blockOf(this.lines.map((parts) => inOneLine(parts.map(shaped))));
    this.narrowest = shaped(stamp.serialNumber).width + 2 * padding;
  }

  /**
   * The widest setting that fits into `width` em; undefined when not even the serial number fits, which is never
   * broken.
   */
  within(width: number): StampBlock | undefined {
    if (width < this.narrowest) return undefined;
    if (width >= this.natural.width) return this.natural;
    const steps = Math.ceil(Math.log(width / this.natural.width) / Math.log(step));
    const known = this.settings.get(steps);
    if (known) return known;
    const available = Math.max(this.narrowest, this.natural.width * step ** steps) - 2 * padding + 1e-6;
    this.texts ??= this.lines.map(
      (parts) => new WrappableText(parts.map((part) => isolate(cleanText(part))).join("")),
    );
    const block = new WrappedBlock(this.texts.flatMap((text) => text.linesWithin(available)));
    this.settings.set(steps, block);
    return block;
  }
}

function blockOf(lines: ShapedText[]): StampBlock {
  return { lines, ...getSize(lines) };
}

function getSize(lines: { width: number }[]): Pick<StampBlock, "width" | "height"> {
  const width = Math.max(...lines.map((line) => line.width)) + 2 * padding;
  return { width, height: lines.length * linePitch + 2 * padding };
}

/** A block whose lines are set when it is drawn: of the blocks that are tried for a page, most never are. */
class WrappedBlock implements StampBlock {
  readonly width: number;
  readonly height: number;
  private shaped: ShapedText[] | undefined;

  constructor(private readonly broken: TextLine[]) {
    const { width, height } = getSize(broken);
    this.width = width;
    this.height = height;
  }

  get lines(): ShapedText[] {
    this.shaped ??= this.broken.map((line) => line.shape());
    return this.shaped;
  }
}

/** Serial numbers and times never come twice, but their characters do, and these do not influence each other. */
const codes = /^[ 0-9A-Z:+-]{2,}$/;

function shaped(part: string): ShapedText {
  return codes.test(part) ? inOneLine([...part].map((character) => shapeText(character))) : shapeText(part);
}

/** The parts one behind the other, neighbors of one font and direction as one run. */
function inOneLine(parts: ShapedText[]): ShapedText {
  const runs: (GlyphRun & { glyphs: Glyph[] })[] = [];
  for (const run of parts.flatMap((part) => part.runs)) {
    const last = runs.at(-1);
    if (last && last.font === run.font && !last.rightToLeft && !run.rightToLeft)
      last.glyphs.push(...run.glyphs);
    else runs.push({ ...run, glyphs: [...run.glyphs] });
  }
  return {
    text: parts.map((part) => part.text).join(""),
    runs,
    width: parts.reduce((sum, part) => sum + part.width, 0),
  };
}
