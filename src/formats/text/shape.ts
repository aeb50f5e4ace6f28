import * as harfbuzz from "harfbuzzjs";
import { type Direction, inVisualOrder, resolveBidi } from "./bidi.ts";
import { cleanText, withoutIsolates } from "./clean-text.ts";
import { type FontKey, loadFace, type TextFace } from "./fonts.ts";
import { type Item, itemize } from "./itemize.ts";
import { Recent } from "./recent.ts";

/**
 * One glyph in visual order. Distances are in em (1 = font size); `text` is the source text it represents; "" if the
 * previous glyph (in reading order) already represents it.
 */
export type Glyph = Readonly<{ id: number; advance: number; dx: number; dy: number; text: string }>;

export type GlyphRun = {
  readonly font: FontKey;
  readonly rightToLeft: boolean;
  readonly glyphs: readonly Glyph[];
};

/**
 * A line of text after bidi ordering, font fallback and shaping. It can be measured, drawn or outlined. It is
 * immutable: equal texts may share one object.
 */
export type ShapedText = {
  readonly text: string;
  readonly runs: readonly GlyphRun[];
  readonly width: number;
};

export type ShapeOptions = {
  /** Default: "latin". */
  face?: TextFace;
  /** Direction of the line's paragraph; by default the first strong character decides. */
  direction?: Direction;
};

/** Height above and depth below the baseline of a line of Latin text, in em. */
export const ascent = 1.069;
export const descent = 0.293;

/**
 * Shapes one line of text in any script into positioned glyphs. The text is made safe first (see `cleanText`); a
 * character that no bundled face has is drawn as its code, "[U+1F9FF]", never dropped.
 */
export function shapeText(text: string, options: ShapeOptions = {}): ShapedText {
  return recent.get(text, `${options.face} ${options.direction}`, () => shapeLine(text, options));
}

const recent = new Recent<ShapedText>();

function shapeLine(text: string, options: ShapeOptions): ShapedText {
  const clean = cleanText(text);
  const bidi = resolveBidi(clean, options.direction);
  const items = inVisualOrder(itemize(clean, bidi, options.face ?? "latin"));
  const runs = items.map(shapeItem);
  return { text: withoutIsolates(clean), runs, width: runs.reduce((sum, run) => sum + measureRun(run), 0) };
}

/**
 * Distances, in em, from the start of an already clean text to each of its UTF-16 offsets, as if it were set in reading
 * order; one entry more than the text's length. The difference of two entries is the width of the text between them.
 */
export function measureOffsets(clean: string, options: ShapeOptions = {}): Float64Array {
  const distances = new Float64Array(clean.length + 1);
  for (const item of itemize(clean, resolveBidi(clean, options.direction), options.face ?? "latin")) {
    const run = shapeItem(item);
    let at = item.start;
    for (const { text, advance } of run.rightToLeft ? run.glyphs.toReversed() : run.glyphs) {
      at += text.length;
      distances[at] = (distances[at] ?? 0) + advance;
    }
  }
  for (let at = 1; at < distances.length; at++)
    distances[at] = (distances[at] ?? 0) + (distances[at - 1] ?? 0);
  return distances;
}

function measureRun(run: GlyphRun): number {
  return run.glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
}

/** Shared by all calls: a buffer lives in the library's memory, which grows and never shrinks. */
const buffer = new harfbuzz.Buffer();

/** The bold face sets serial numbers, whose zeros must not look like letters. */
const slashedZero = new harfbuzz.Feature("zero", 1);

function shapeItem(item: Item): GlyphRun {
  const { font, unitsPerEm } = loadFace(item.font);
  const rightToLeft = item.level % 2 === 1;
  buffer.reset();
  buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS);
  buffer.addText(item.drawn);
  // The library detects the script; the language would default to that of the environment.
  buffer.setLanguage("und");
  buffer.setDirection(rightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer, item.font === "latin-bold" ? [slashedZero] : []);
  const shaped = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const texts = sourceTexts(item, rightToLeft ? shaped.toReversed() : shaped);
  if (rightToLeft) texts.reverse();
  const glyphs = shaped.map(({ codepoint }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return {
      id: codepoint,
      advance: xAdvance / unitsPerEm,
      dx: xOffset / unitsPerEm,
      dy: yOffset / unitsPerEm,
      text: texts[index] ?? "",
    };
  });
  return { font: item.font, rightToLeft, glyphs };
}

/** The source text of each glyph, in reading order: the first of the glyphs of one cluster represents all of it. */
function sourceTexts({ drawn, source }: Item, glyphs: { cluster: number }[]): string[] {
  if (drawn !== source) return glyphs.map((_, index) => (index === 0 ? source : ""));
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))];
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? source.length]));
  return glyphs.map(({ cluster }, index) => {
    if (index === 0) return source.slice(0, ends.get(cluster));
    return glyphs[index - 1]?.cluster === cluster ? "" : source.slice(cluster, ends.get(cluster));
  });
}
