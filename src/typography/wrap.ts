import { resolveBidi } from "./bidi.ts";
import { cleanText, paragraphsOf } from "./clean-text.ts";
import { type ShapedText, type ShapeOptions, shapeText } from "./shape.ts";

export type WrapOptions = { size: number; maxWidth: number; bold?: boolean };

const words = /\s*\S+|\s+$/gu;
/** Places inside a long word that a reader expects a break at: behind - _ . / and between East Asian characters. */
const innerBreaks = /[^-_./]*[-_./]+|[^-_./]+/gu;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** What must not begin a line, and what must not end one, in East Asian text. */
const notFirst = /^[、。，．・：；？！ー」』）】〕〉》ぁぃぅぇぉっゃゅょァィゥェォッャュョ々)\]}!?,.:;%]/u;
const notLast = /[「『（【〔〈《([{]$/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Breaks a text into lines no wider than `maxWidth` (in the unit of `size`): at line breaks and blanks, then
 * inside long words, at last between any two characters. Nothing is cut; only blanks at a break are dropped.
 */
export function wrapText(text: string, options: WrapOptions): ShapedText[] {
  return paragraphsOf(text).flatMap((paragraph) => wrapParagraph(cleanText(paragraph), options));
}

function wrapParagraph(text: string, { size, maxWidth, bold }: WrapOptions): ShapedText[] {
  const { direction } = resolveBidi(text);
  const shape: ShapeOptions = { direction, ...(bold === undefined ? {} : { bold }) };
  const limit = maxWidth / size;
  const measure = (part: string) => shapeText(part, shape).width;
  const fits = (part: string) => measure(part.trim()) <= limit;
  const lines: ShapedText[] = [];
  let line = "";
  let width = 0;
  const end = () => {
    if (line.trim() !== "") lines.push(shapeText(line.trim(), shape));
    line = "";
    width = 0;
  };
  for (const piece of breakable(text, fits)) {
    const advance = measure(piece);
    if (line !== "" && width + advance > limit && !fits(line + piece)) end();
    line += line === "" ? piece.trimStart() : piece;
    width += advance;
  }
  end();
  return lines.length > 0 ? lines : [shapeText("", shape)];
}

/** The smallest parts the text has to be broken into so that each fits a line; together they are the text. */
function breakable(text: string, fits: (part: string) => boolean): string[] {
  return (text.match(words) ?? []).flatMap((word) => {
    if (eastAsian.test(word)) return joinForbidden(segmentsOf(word), fits);
    if (fits(word)) return [word];
    return (word.match(innerBreaks) ?? []).flatMap((part) => (fits(part) ? [part] : segmentsOf(part)));
  });
}

function segmentsOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

/** Keeps closing marks with what stands before them, opening marks and Latin words with what follows. */
function joinForbidden(segments: string[], fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  for (const segment of segments) {
    const last = parts.at(-1);
    const together =
      last !== undefined &&
      (notFirst.test(segment) ||
        notLast.test(last) ||
        last.trim() === "" ||
        !(eastAsian.test(segment) || eastAsian.test(last)));
    if (together && fits(last + segment)) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}
