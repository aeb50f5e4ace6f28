/** Marks that end a quotation. */
const quotes = /["\u201c-\u201f\u2033\u2036\uff02]/g;
/**
 * Characters that change the direction of later text, and invisible ones, except those that shape the letter before
 * them.
 */
const invisible =
  /(?!\u200c|\u200d|[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** As in visible-text.ts, whose other expressions older browsers cannot read. */
const towers = /(\p{M}{8})\p{M}+/gu;
const maxShownLetters = 100;

/**
 * An account's name for use between quotation marks: on one line with single spaces, without quotation marks, and
 * without characters that reorder the words after it. Runs in browsers.
 */
export const withoutQuotes = (name: string) =>
  name
    .replace(/[\s\p{Z}]+/gu, " ")
    .replace(quotes, "'")
    .replace(invisible, "");

/**
 * The same for a name from a file that anyone could have made, which has no length limit: its first 100 characters,
 * without marks that would cover other lines.
 */
export function shortName(name: string): string {
  const [...letters] = withoutQuotes(name.slice(0, 4 * maxShownLetters))
    .replace(towers, "$1")
    .trim();
  const isCut = letters.length > maxShownLetters || name.length > 4 * maxShownLetters;
  return isCut ? `${letters.slice(0, maxShownLetters).join("").trimEnd()}…` : letters.join("");
}
