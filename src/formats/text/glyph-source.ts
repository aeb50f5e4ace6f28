import { isInvisibleHelper } from "./fallback.ts";
import type { Item } from "./itemize.ts";

type PlacedGlyph = { codePoints: number[]; advance: number };

/**
 * The source text of each glyph, given in reading order. Shaping may reorder, split and merge characters: the
 * smallest group of glyphs that is made of the next characters shares them, and its first glyph names them.
 */
export function sourceOfGlyphs(glyphs: PlacedGlyph[], item: Item): string[] {
  const drawn = [...item.drawn].map((char) => char.codePointAt(0) ?? 0);
  const source = [...item.source];
  if (source.length !== drawn.length) return glyphs.map((_, index) => (index === 0 ? item.source : ""));
  const texts: string[] = [];
  let at = 0;
  for (let first = 0; first < glyphs.length; ) {
    const group = nextGroup(glyphs, first, drawn, at);
    texts.push(source.slice(at, at + group.characters).join(""));
    for (let rest = 1; rest < group.glyphs; rest++) texts.push("");
    at += group.characters;
    first += group.glyphs;
  }
  return texts;
}

/** How many glyphs from `first` are together made of how many characters from `at`. */
function nextGroup(glyphs: PlacedGlyph[], first: number, drawn: number[], at: number) {
  const open = new Map<number, number>();
  let unmatched = 0;
  const count = (codePoint: number, by: 1 | -1) => {
    const before = open.get(codePoint) ?? 0;
    open.set(codePoint, before + by);
    unmatched += Math.abs(before + by) - Math.abs(before);
  };
  let characters = 0;
  for (let index = first; index < glyphs.length; index++) {
    for (const codePoint of codePointsOf(glyphs[index], drawn[at + characters])) {
      count(codePoint, 1);
      count(drawn[at + characters] ?? 0, -1);
      characters += 1;
    }
    const more = glyphs[index + 1];
    if (unmatched === 0 && characters > 0 && more && more.codePoints.length > 0) {
      return { glyphs: index + 1 - first, characters };
    }
  }
  return { glyphs: glyphs.length - first, characters: drawn.length - at };
}

/** fontkit replaces a joiner by a blank without width: it still stands for the joiner. */
function codePointsOf(glyph: PlacedGlyph | undefined, expected: number | undefined): number[] {
  const codePoints = glyph?.codePoints ?? [];
  const hidden = glyph?.advance === 0 && codePoints.length === 1 && codePoints[0] === 0x20;
  if (!hidden || expected === undefined) return codePoints;
  return isInvisibleHelper(String.fromCodePoint(expected)) ? [expected] : codePoints;
}
