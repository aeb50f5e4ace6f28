import type { TextFace } from "../text/fonts.ts";
import { measureOffsets, shapeText } from "../text/shape.ts";
import { statedText } from "../text/stated-text.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Shortens a stated name to `maxWidth` em with an ellipsis in the middle, which keeps its beginning and extension. */
export function statedName(name: string, maxWidth: number, face: TextFace = "sans"): string {
  const text = statedText(name);
  const width = (part: string) => shapeText(part, { face }).width;
  const distances = measureOffsets(text, { face });
  const whole = distances.at(-1) ?? 0;
  if (whole <= maxWidth && width(text) <= maxWidth) return text;
  const starts = Array.from(graphemes.segment(text), ({ index }) => index);
  const cut = (kept: number) => {
    const tail = Math.floor(kept / 3);
    return [starts[kept - tail] ?? text.length, starts[starts.length - tail] ?? text.length] as const;
  };
  const elided = (kept: number) => {
    const [end, start] = cut(kept);
    return `${text.slice(0, end)}…${text.slice(start)}`;
  };
  // Adding up distances is much faster than shaping each attempt; the final loop corrects for kerning at the cut.
  const around = (kept: number) => {
    const [end, start] = cut(kept);
    return (distances[end] ?? 0) + whole - (distances[start] ?? 0);
  };
  let [fits, tooMany] = [0, starts.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (around(middle) + width("…") <= maxWidth) fits = middle;
    else tooMany = middle;
  }
  while (fits > 0 && width(elided(fits)) > maxWidth) fits--;
  return elided(fits);
}
