/** The bundled faces a glyph can come from. */
export type FontKey = "latin" | "latin-bold" | "arabic" | "hebrew" | "sc" | "kr" | "emoji";

/** One glyph in visual order. Distances are in em (1 = font size); `text` is the source it stands for. */
export type Glyph = { id: number; advance: number; dx: number; dy: number; text: string };

export type GlyphRun = { font: FontKey; rightToLeft: boolean; glyphs: Glyph[] };

/** A line of text after bidi ordering, font fallback and shaping. Pure value: can be measured, drawn or outlined. */
export type ShapedText = { text: string; runs: GlyphRun[]; width: number };

export type ShapeOptions = { bold?: boolean };

export declare function shapeText(text: string, options?: ShapeOptions): ShapedText;
