import { resolveBidi } from "./bidi.ts";
import { cleanText, splitParagraphs } from "./clean-text.ts";
import type { TextFace } from "./fonts.ts";
import { Recent } from "./recent.ts";
import { measureOffsets, type ShapedText, type ShapeOptions, shapeText } from "./shape.ts";

export type WrapOptions = { size: number; maxWidth: number; face?: TextFace };

/** A line before shaping; distances are in em. */
export type TextLine = {
  /** The width within its paragraph, where letters at the ends may be kerned with their neighbors. */
  width: number;
  /** Where the line begins and ends in its paragraph. */
  start: number;
  end: number;
  shape(): ShapedText;
};

type Paragraph = { text: string; shape: ShapeOptions; distances: Float64Array };

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
    new WrappableText(text, { face }).linesWithin(width).map((line) => line.shape()),
  );
}

const recent = new Recent<readonly ShapedText[]>();

/** A text that is measured once and can be broken at many widths, because shaping is slow. */
export class WrappableText {
  private readonly paragraphs: Paragraph[];

  /** `sizes` has the size of each UTF-16 unit, in em, for a clean text of one paragraph that has several. */
  constructor(text: string, { face = "latin", sizes }: { face?: TextFace; sizes?: Float64Array } = {}) {
    this.paragraphs = splitParagraphs(text).map((paragraph) => {
      const clean = cleanText(paragraph).trim();
      const shape: ShapeOptions = { direction: resolveBidi(clean).direction, face };
      const distances = measureOffsets(clean, shape);
      return { text: clean, shape, distances: sizes ? scaled(distances, sizes) : distances };
    });
  }

  linesWithin(maxWidth: number): TextLine[] {
    return this.paragraphs.flatMap((paragraph) => breakLines(paragraph, maxWidth));
  }
}

function scaled(distances: Float64Array, sizes: Float64Array): Float64Array {
  const result = new Float64Array(distances.length);
  for (let at = 1; at < result.length; at++) {
    const step = (distances[at] ?? 0) - (distances[at - 1] ?? 0);
    result[at] = (result[at - 1] ?? 0) + step * (sizes[at - 1] ?? 1);
  }
  return result;
}

function breakLines({ text, shape, distances }: Paragraph, maxWidth: number): TextLine[] {
  const widthBetween = (start: number, end: number) => (distances[end] ?? 0) - (distances[start] ?? 0);
  const fits = (start: number, end: number) =>
    widthBetween(start, start + text.slice(start, end).trimEnd().length) <= maxWidth;
  const lineBetween = (start: number, end: number): TextLine => {
    const line = text.slice(start, end).trim();
    const first = start + text.slice(start, end).indexOf(line);
    const last = first + line.length;
    return { width: widthBetween(first, last), start: first, end: last, shape: () => shapeText(line, shape) };
  };
  const lines: TextLine[] = [];
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
