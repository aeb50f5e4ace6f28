import { resolveBidi } from "./bidi.ts";
import { cleanText, paragraphsOf } from "./clean-text.ts";
import { breakableParts } from "./line-breaks.ts";
import { measureOffsets, type ShapedText, type ShapeOptions, shapeText } from "./shape.ts";

export type WrapOptions = { size: number; maxWidth: number; bold?: boolean };

/**
 * Breaks a text into lines no wider than `maxWidth` (in the unit of `size`): at line breaks and blanks, then
 * inside long words, at last between any two characters. Nothing is cut; only blanks at a break are dropped.
 */
export function wrapText(text: string, options: WrapOptions): ShapedText[] {
  return paragraphsOf(text).flatMap((paragraph) => wrapParagraph(cleanText(paragraph).trim(), options));
}

function wrapParagraph(text: string, { size, maxWidth, bold = false }: WrapOptions): ShapedText[] {
  const shape: ShapeOptions = { direction: resolveBidi(text).direction, bold };
  const distances = measureOffsets(text, shape);
  const fits = (start: number, end: number) =>
    (distances[start + text.slice(start, end).trimEnd().length] ?? 0) - (distances[start] ?? 0) <=
    maxWidth / size;
  const lines: ShapedText[] = [];
  let start = 0;
  let end = 0;
  for (const part of breakableParts(text, fits)) {
    if (end > start && !fits(start, end + part.length)) {
      const line = text.slice(start, end).trim();
      if (line !== "") lines.push(shapeText(line, shape));
      start = end;
    }
    end += part.length;
  }
  return [...lines, shapeText(text.slice(start).trim(), shape)];
}
