import type { TextFace } from "../text/fonts.ts";
import { measureOffsets, shapeText } from "../text/shape.ts";
import { statedText } from "../text/stated-text.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The longest part of a word, in UTF-16 units, that is left out with it. */
const longestPart = 24;

/**
 * Shortens a stated name to `maxWidth` em with an ellipsis in the middle, which keeps its beginning and extension.
 * Words are left out as a whole, unless they are very long.
 */
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
    const head = text.lastIndexOf(" ", end);
    const tail = text.indexOf(" ", start - 1);
    const before = head > end - longestPart ? text.slice(0, head + 1) : text.slice(0, end);
    const behind = tail !== -1 && tail < start + longestPart ? text.slice(tail) : text.slice(start);
    return `${before}…${behind}`;
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
