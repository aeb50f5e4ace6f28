import type { Glyph, GlyphRun } from "./shape.ts";

/**
 * What a reader takes in as one: a letter with its marks and dots, reordered vowels, the code drawn for a
 * missing character. `glyphs` are in visual order, distances in em.
 */
export type Cluster = { glyphs: Glyph[]; text: string; advance: number };

/** What belongs to the glyph before it. A joiner does only from left to right: readers reorder the other. */
const mark = /^\p{M}/u;
const markOrJoiner = /^[\p{M}\p{Join_Control}]/u;

/** The clusters of a run from left to right. */
export function clustersOf(run: GlyphRun): Cluster[] {
  const groups: Glyph[][] = [];
  const continues = run.rightToLeft ? mark : markOrJoiner;
  for (const glyph of run.rightToLeft ? run.glyphs.toReversed() : run.glyphs) {
    const last = groups.at(-1);
    if (last && (glyph.text === "" || continues.test(glyph.text))) last.push(glyph);
    else groups.push([glyph]);
  }
  const clusters = groups.map((glyphs) => ({
    glyphs: run.rightToLeft ? glyphs.toReversed() : glyphs,
    text: glyphs.map((glyph) => glyph.text).join(""),
    advance: glyphs.reduce((sum, glyph) => sum + glyph.advance, 0),
  }));
  return run.rightToLeft ? clusters.reverse() : clusters;
}
