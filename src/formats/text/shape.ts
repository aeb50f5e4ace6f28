import type { Font } from "fontkit";
import { type Direction, inVisualOrder, resolveBidi } from "./bidi.ts";
import { cleanText, withoutIsolates } from "./clean-text.ts";
import { type FontKey, loadFace } from "./fonts.ts";
import { sourceOfGlyphs } from "./glyph-source.ts";
import { type Item, itemize } from "./itemize.ts";

/**
 * One glyph in visual order. Distances are in em (1 = font size); `text` is the source it stands for; "" when the
 * glyph before it (in reading order) already stands for all of it.
 */
export type Glyph = { id: number; advance: number; dx: number; dy: number; text: string };

export type GlyphRun = { font: FontKey; rightToLeft: boolean; glyphs: Glyph[] };

/** A line of text after bidi ordering, font fallback and shaping. Pure value: can be measured, drawn or outlined. */
export type ShapedText = { text: string; runs: GlyphRun[]; width: number };

export type ShapeOptions = {
  bold?: boolean;
  /** Direction of the paragraph the line was taken from; without it the first strong character decides. */
  direction?: Direction;
};

/** Height above and depth below the baseline that a line of Latin needs, in em. */
export const ascent = 1.069;
export const descent = 0.293;

/**
 * One line of text in any script as positioned glyphs. The text is made safe first (see `cleanText`); a
 * character that no bundled face has is drawn as its code, "[U+1F9FF]", never dropped.
 */
export function shapeText(text: string, options: ShapeOptions = {}): ShapedText {
  const clean = cleanText(text);
  const bidi = resolveBidi(clean, options.direction);
  const items = inVisualOrder(itemize(clean, bidi, options.bold ?? false));
  const runs = items.map(shapeItem);
  return { text: withoutIsolates(clean), runs, width: runs.reduce((sum, run) => sum + widthOf(run), 0) };
}

/**
 * Distances, in em, from the beginning of an already clean text to each of its UTF-16 offsets, as if it were set
 * in reading order; one more than the text is long. A difference of two is the width of what is between them.
 */
export function measureOffsets(clean: string, options: ShapeOptions = {}): Float64Array {
  const distances = new Float64Array(clean.length + 1);
  for (const item of itemize(clean, resolveBidi(clean, options.direction), options.bold ?? false)) {
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

function widthOf(run: GlyphRun): number {
  return run.glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
}

function shapeItem(item: Item): GlyphRun {
  const { font } = loadFace(item.font);
  const rightToLeft = item.level % 2 === 1;
  const run = layOut(font, item.drawn, rightToLeft ? "rtl" : "ltr");
  const em = font.unitsPerEm;
  const glyphs = run.glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
    return {
      id: glyph.id,
      advance: xAdvance / em,
      dx: xOffset / em,
      dy: yOffset / em,
      codePoints: glyph.codePoints,
    };
  });
  const sources = sourceOfGlyphs(rightToLeft ? glyphs.toReversed() : glyphs, item);
  if (rightToLeft) sources.reverse();
  return {
    font: item.font,
    rightToLeft,
    glyphs: glyphs.map(({ codePoints: _, ...glyph }, index) => ({ ...glyph, text: sources[index] ?? "" })),
  };
}

/**
 * fontkit throws where a face has no anchor for a mark on a certain base (stray marks, no word of any language).
 * Such a run is set again without attaching marks: they stay visible beside their base.
 */
function layOut(font: Font, text: string, direction: Direction): ReturnType<Font["layout"]> {
  try {
    return font.layout(text, [], undefined, undefined, direction);
  } catch {
    return font.layout(text, { mark: false, mkmk: false }, undefined, undefined, direction);
  }
}
