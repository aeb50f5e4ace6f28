import { loadFace } from "./fonts.ts";
import type { ShapedText } from "./shape.ts";

/**
 * The line as SVG path data, so that drawing needs no installed font: baseline at y = 0, first glyph at x = 0, y
 * pointing down, `size` in the drawing's units. Fill with the nonzero rule.
 */
export function outlinePath(line: ShapedText, size: number): string {
  const parts: string[] = [];
  let pen = 0;
  for (const run of line.runs) {
    const { font, unitsPerEm } = loadFace(run.font);
    const scale = size / unitsPerEm;
    for (const glyph of run.glyphs) {
      const x = (pen + glyph.dx) * size;
      const y = -glyph.dy * size;
      for (const { type, values } of font.glyphToJson(glyph.id)) {
        const points = values.map((value, index) =>
          round(index % 2 === 0 ? x + value * scale : y - value * scale),
        );
        parts.push(type + points.join(" "));
      }
      pen += glyph.advance;
    }
  }
  return parts.join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
