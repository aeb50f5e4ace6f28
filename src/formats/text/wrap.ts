import { resolveBidi } from "./bidi.ts";
import { cleanText, splitParagraphs } from "./clean-text.ts";
import type { TextFace } from "./fonts.ts";
import { Recent } from "./recent.ts";
import { measureOffsets, type ShapedText, type ShapeOptions, shapeText } from "./shape.ts";

export type WrapOptions = { size: number; maxWidth: number; face?: TextFace };

/** Where a line begins and ends in its text. */
export type LineEnds = {
  /** The width within the text, where letters at the ends may be kerned with their neighbors. */
  width: number;
  start: number;
  end: number;
};

/**
 * Breaks a text into lines no wider than `maxWidth` (in the unit of `size`): at line breaks and spaces, then inside
 * long words, and as a last resort between any two characters. Nothing is cut; only spaces at a break are dropped.
 */
export function wrapText(
  text: string,
  { size, maxWidth, face = "latin" }: WrapOptions,
): readonly ShapedText[] {
  const width = maxWidth / size;
  return recent.get(text, `${face} ${width}`, () =>
    splitParagraphs(text).flatMap((paragraph) => {
      const clean = cleanText(paragraph).trim();
      const shape: ShapeOptions = { direction: resolveBidi(clean).direction, face };
      return breakLines(clean, measureOffsets(clean, shape), width).map(({ start, end }) =>
        shapeText(clean.slice(start, end), shape),
      );
    }),
  );
}

const recent = new Recent<readonly ShapedText[]>();

/**
 * The same for a clean text of one paragraph that was measured once, because shaping is slow. `distances`: from its
 * start to each of its UTF-16 offsets, as of `measureOffsets`, in the unit of `maxWidth`.
 */
export function breakLines(text: string, distances: Float64Array, maxWidth: number): LineEnds[] {
  const widthBetween = (start: number, end: number) => (distances[end] ?? 0) - (distances[start] ?? 0);
  const fits = (start: number, end: number) =>
    widthBetween(start, start + text.slice(start, end).trimEnd().length) <= maxWidth;
  const lineBetween = (start: number, end: number): LineEnds => {
    const line = text.slice(start, end).trim();
    const first = start + text.slice(start, end).indexOf(line);
    const last = first + line.length;
    return { width: widthBetween(first, last), start: first, end: last };
  };
  const lines: LineEnds[] = [];
  let start = 0;
  let end = 0;
  for (const part of breakableParts(text, fits)) {
    if (end > start && !fits(start, end + part.length)) {
      if (text.slice(start, end).trim() !== "") lines.push(lineBetween(start, end));
      start = end;
    }
    end += part.length;
  }
  return [...lines, lineBetween(start, text.length)];
}

/** Spaces stay with the word before them, so that no line begins with one. */
const words = /\S+\s*/gu;
/** Characters after which a long word may be broken: - _ . / */
const joints = /[^-_./]*[-_./]+\s*|[^-_./]+/gu;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Characters that must not start or end a line of East Asian text. */
const notFirst = /^[、。，．・：；？！ー」』）】〕〉》ぁぃぅぇぉっゃゅょァィゥェォッャュョ々)\]}!?,.:;%]/u;
const notLast = /[「『（【〔〈《([{]$/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

type Fits = (start: number, end: number) => boolean;

/** The parts between which a line may be broken, each small enough for one line; joined they are the text. */
function breakableParts(text: string, fits: Fits): string[] {
  const parts: string[] = [];
  let start = 0;
  const add = (part: string) => {
    parts.push(part);
    start += part.length;
  };
  for (const word of text.match(words) ?? []) {
    if (eastAsian.test(word)) for (const part of eastAsianParts(word)) add(part);
    else if (fits(start, start + word.length)) add(word);
    else {
      for (const piece of word.match(joints) ?? []) {
        if (fits(start, start + piece.length)) add(piece);
        else for (const { segment } of graphemes.segment(piece)) add(segment);
      }
    }
  }
  return parts;
}

/** Single characters, but closing marks stay with the previous character, opening marks and Latin with the next. */
function eastAsianParts(word: string): string[] {
  const parts: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const last = parts.at(-1);
    const latin = last !== undefined && !eastAsian.test(segment) && !eastAsian.test(last);
    const together = last !== undefined && (latin || notFirst.test(segment) || notLast.test(last));
    if (together) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}
