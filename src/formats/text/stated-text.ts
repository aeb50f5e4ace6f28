import { cleanText, paragraphsOf } from "./clean-text.ts";

/**
 * What shows no ink or only lines: separators, letters that are drawn empty (Braille and Hangul fillers), and signs
 * that tables are drawn with (box drawing, block elements, legacy computing).
 */
const blank = "\\s\\p{Z}\\u2800\\u115f\\u1160\\u3164\\uffa0\\u2500-\\u259f\\u{1fb00}-\\u{1fbaf}";
/** Blanks, also with invisible characters between them. */
const blankRun = new RegExp(`[${blank}][${blank}\\p{Default_Ignorable_Code_Point}]*`, "gu");
/** More marks than a letter of any living language carries; a tower of them reaches into other lines. */
const markTower = /(\p{M}{8})\p{M}+/gu;
/** Dots, lines and the like in a row, as they lead from one column to the next; three stay. */
const leader = /([\p{P}\p{S}]) ?(?:\1 ?){3,}/gu;

/**
 * Words that a client chose, made safe to stand between our own: one paragraph of single blanks, in which nothing can
 * be arranged in columns or lines. What were lines are separated by slashes.
 */
export function statedText(text: string): string {
  return paragraphsOf(text)
    .map((line) =>
      cleanText(line.replace(markTower, "$1")).replace(blankRun, " ").replace(leader, "$1$1$1 ").trim(),
    )
    .filter((line) => line !== "")
    .join(" / ");
}
