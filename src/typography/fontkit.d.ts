/** The part of fontkit 2 this folder uses; the package ships no types. */
declare module "fontkit" {
  export type GlyphPosition = { xAdvance: number; xOffset: number; yOffset: number };

  export type PathCommand = {
    command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    args: number[];
  };

  export type FontGlyph = {
    id: number;
    /** Unreliable when one glyph serves several characters: fontkit remembers the first it met. */
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
    getGlyph(id: number): FontGlyph;
    layout(
      text: string,
      features?: string[],
      script?: string,
      language?: string,
      direction?: "ltr" | "rtl",
    ): { glyphs: FontGlyph[]; positions: GlyphPosition[] };
    _glyphs: Record<number, FontGlyph>;
  };

  export function create(bytes: Uint8Array): Font;
}
