import type { TextFace } from "../text/fonts.ts";
import { shapeText } from "../text/shape.ts";
import { statedText } from "../text/stated-text.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A stated name in the space that names need: where it is wider than `maxWidth` em, its middle gives way to an
 * ellipsis, so that beginning and extension stay.
 */
export function statedName(name: string, maxWidth: number, face: TextFace = "sans"): string {
  const text = statedText(name);
  const width = (part: string) => shapeText(part, { face }).width;
  if (width(text) <= maxWidth) return text;
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const elided = (kept: number) => {
    const tail = Math.floor(kept / 3);
    return `${parts.slice(0, kept - tail).join("")}…${tail === 0 ? "" : parts.slice(-tail).join("")}`;
  };
  let [fits, tooMany] = [0, parts.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (width(elided(middle)) <= maxWidth) fits = middle;
    else tooMany = middle;
  }
  return elided(fits);
}
