import { type ShapedText, shapeText } from "../../typography/shape.ts";
import { wrapText } from "../../typography/wrap.ts";

/** The stamp's lines set as one block. Distances are in em: 1 is the font size. */
export type StampBlock = { lines: ShapedText[]; width: number; height: number };

/** From one baseline to the next, and from the block's edge to the text. */
export const linePitch = 1.3;
export const padding = 0.3;

/** Each narrower setting is this much of the one before, so that pages of any number of sizes share a few. */
const step = 0.93;

/** Sets the stamp's text for any width and remembers every setting it has made. */
export class StampBlocks {
  private readonly texts: string[];
  private readonly natural: StampBlock;
  private readonly narrowest: number;
  private readonly settings = new Map<number, StampBlock>();

  /** `unbroken` are parts that must stay on one line, such as the serial number. */
  constructor(texts: string[], unbroken: string[]) {
    this.texts = texts;
    this.natural = blockOf(texts.map((text) => shapeText(text)));
    this.narrowest = Math.max(...unbroken.map((text) => shapeText(text).width)) + 2 * padding;
  }

  /** The widest setting that fits into `width` em; undefined when a part that must not be broken would not fit. */
  within(width: number): StampBlock | undefined {
    if (width < this.narrowest) return undefined;
    if (width >= this.natural.width) return this.natural;
    const steps = Math.ceil(Math.log(width / this.natural.width) / Math.log(step));
    const known = this.settings.get(steps);
    if (known) return known;
    const available = Math.max(this.narrowest, this.natural.width * step ** steps) - 2 * padding + 1e-6;
    const lines = this.texts.flatMap((text) => wrapText(text, { size: 1, maxWidth: available }));
    const block = blockOf(lines);
    this.settings.set(steps, block);
    return block;
  }
}

function blockOf(lines: ShapedText[]): StampBlock {
  const width = Math.max(...lines.map((line) => line.width)) + 2 * padding;
  return { lines, width, height: lines.length * linePitch + 2 * padding };
}
