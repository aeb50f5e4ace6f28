/** The part of fontkit 2 this folder uses; the package ships no types. */
declare module "fontkit" {
  export type GlyphPosition = { xAdvance: number; xOffset: number; yOffset: number };

  export type PathCommand = {
    command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    args: number[];
  };

  export type FontGlyph = {
    id: number;
    /** The characters it was made of; empty for a further glyph of a character that became several. */
    codePoints: number[];
    /** Font units. */
    advanceWidth: number;
    path: { commands: PathCommand[] };
  };

  export type Font = {
    postscriptName: string;
    unitsPerEm: number;
    ascent: number;
    descent: number;
    capHeight: number;
    italicAngle: number;
    bbox: { minX: number; minY: number; maxX: number; maxY: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
    getGlyph(id: number, codePoints?: number[]): FontGlyph;
    layout(
      text: string,
      features?: string[] | Record<string, boolean>,
      script?: string,
      language?: string,
      direction?: "ltr" | "rtl",
    ): { glyphs: FontGlyph[]; positions: GlyphPosition[] };
    /** Its cache of glyphs by number. */
    _glyphs: Record<number, FontGlyph>;
  };

  export function create(bytes: Uint8Array): Font;
}
