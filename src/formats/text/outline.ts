import { loadFace } from "./fonts.ts";
import type { ShapedText } from "./shape.ts";

const letters = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" };

/**
 * The line as SVG path data, so that drawing needs no installed font: baseline at y = 0, first glyph at x = 0,
 * y downward, `size` in the units of the drawing. Fill with the non-zero rule.
 */
export function outlinePath(line: ShapedText, size: number): string {
  const parts: string[] = [];
  let pen = 0;
  for (const run of line.runs) {
    const { font } = loadFace(run.font);
    const scale = size / font.unitsPerEm;
    for (const glyph of run.glyphs) {
      const x = (pen + glyph.dx) * size;
      const y = -glyph.dy * size;
      for (const { command, args } of font.getGlyph(glyph.id).path.commands) {
        const points = args.map((value, index) =>
          round(index % 2 === 0 ? x + value * scale : y - value * scale),
        );
        parts.push(letters[command] + points.join(" "));
      }
      pen += glyph.advance;
    }
  }
  return parts.join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
