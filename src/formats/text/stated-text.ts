import { cleanText, splitParagraphs } from "./clean-text.ts";

/**
 * Characters without ink or with lines only: separators, empty letters (Braille and Hangul fillers), and symbols for
 * drawing tables (box drawing, block elements, legacy computing).
 */
const blank = "\\s\\p{Z}\\u2800\\u115f\\u1160\\u3164\\uffa0\\u2500-\\u259f\\u{1fb00}-\\u{1fbaf}";
/** Runs of spaces, including invisible characters between them. */
const blankRun = new RegExp(`[${blank}][${blank}\\p{Default_Ignorable_Code_Point}]*`, "gu");
/** More marks than any letter of a living language has; a stack of them covers other lines. */
const markTower = /(\p{M}{8})\p{M}+/gu;
/** Repeated dots, lines and similar leaders between columns; three are kept. */
const leader = /([\p{P}\p{S}]) ?(?:\1 ?){3,}/gu;

/**
 * Text chosen by a client, made safe to show among ours: one paragraph with single spaces, without columns or lines.
 * Line breaks become slashes.
 */
export function statedText(text: string): string {
  return splitParagraphs(text)
    .map((line) =>
      cleanText(line.replace(markTower, "$1")).replace(blankRun, " ").replace(leader, "$1$1$1 ").trim(),
    )
    .filter((line) => line !== "")
    .join(" / ");
}
