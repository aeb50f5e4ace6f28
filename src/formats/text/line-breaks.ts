/** Blanks stay with the word before them, so that a line never begins with one. */
const words = /\S+\s*/gu;
/** Places inside a long word that a reader expects a break at: behind - _ . / */
const joints = /[^-_./]*[-_./]+\s*|[^-_./]+/gu;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** What must not begin a line, and what must not end one, in East Asian text. */
const notFirst = /^[、。，．・：；？！ー」』）】〕〉》ぁぃぅぇぉっゃゅょァィゥェォッャュョ々)\]}!?,.:;%]/u;
const notLast = /[「『（【〔〈《([{]$/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

type Fits = (start: number, end: number) => boolean;

/** The parts a line may be broken between, each small enough for a line of its own; joined they are the text. */
export function breakableParts(text: string, fits: Fits): string[] {
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

/** Single characters, but closing marks with what is before them, opening marks and Latin with what follows. */
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
