import type { BidiLine } from "./bidi.ts";
import { faceFor, findScript, isInvisibleHelper, visibleCode } from "./fallback.ts";
import type { FontKey, TextFace } from "./fonts.ts";

/**
 * A run of one face, one script and one direction. `drawn` is the text to shape, `source` the text it represents,
 * `start` its offset.
 */
export type Item = {
  font: FontKey;
  level: number;
  script: string | undefined;
  drawn: string;
  source: string;
  start: number;
};

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const isolateMark = /^[\u2068\u2069]$/;

/** Printable ASCII, which always has one face, one script and one direction. */
const ascii = /^[ -~]+$/;

/** Splits a line into items in reading order. */
export function itemize(text: string, bidi: BidiLine, face: TextFace): Item[] {
  if (bidi.direction === "ltr" && ascii.test(text)) {
    return [{ font: face, level: 0, script: "latin", drawn: text, source: text, start: 0 }];
  }
  const items: Item[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    if (isolateMark.test(segment)) continue;
    const level = bidi.levels[index] ?? 0;
    const font = faceFor(segment, face, items.at(-1)?.font);
    const script = findScript(segment);
    if (font) append(items, { font, level, script, drawn: segment, source: segment, start: index });
    else for (const item of charByChar(segment, index, level, face)) append(items, item);
  }
  return items;
}

/** A cluster that no single face has: each character separately, the unknown ones as their code. */
function charByChar(cluster: string, index: number, level: number, face: TextFace): Item[] {
  const items: Item[] = [];
  let start = index;
  for (const char of cluster) {
    if (!isInvisibleHelper(char)) items.push({ ...lone(char, level, face), source: char, start });
    start += char.length;
  }
  return items;
}

function lone(char: string, level: number, face: TextFace): Omit<Item, "source" | "start"> {
  const font = faceFor(char, face, undefined);
  if (font) return { font, level, script: findScript(char), drawn: char };
  const leftToRight = level + (level % 2);
  return {
    font: face,
    level: leftToRight,
    script: "code",
    drawn: visibleCode(char),
  };
}

function append(items: Item[], next: Item): void {
  const last = items.at(-1);
  const joins =
    last !== undefined &&
    last.start + last.source.length === next.start &&
    last.font === next.font &&
    last.level === next.level &&
    last.script !== "code" &&
    (last.script === next.script || !last.script || !next.script);
  if (!joins) {
    items.push(next);
    return;
  }
  last.drawn += next.drawn;
  last.source += next.source;
  last.script ??= next.script;
}
