/** Marks that end a quotation. */
const quotes = /["\u201c-\u201f\u2033\u2036\uff02]/g;
/** What turns the direction of the text behind it or cannot be seen, but for what shapes the letter before it. */
const invisible =
  /(?!\u200c|\u200d|[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const maxShownLetters = 100;

/**
 * A name that an account chose, to stand between quotation marks: on one line of single blanks, with no such mark
 * inside, and with nothing that rearranges the words behind it. Runs in browsers.
 */
export const withoutQuotes = (name: string) =>
  name
    .replace(/[\s\p{Z}]+/gu, " ")
    .replace(quotes, "'")
    .replace(invisible, "");

/** The same of a name that anybody may have put into a file, where no limit was kept: its first 100 characters. */
export function shortName(name: string): string {
  const [...letters] = withoutQuotes(name.slice(0, 4 * maxShownLetters)).trim();
  const isCut = letters.length > maxShownLetters || name.length > 4 * maxShownLetters;
  return isCut ? `${letters.slice(0, maxShownLetters).join("").trimEnd()}…` : letters.join("");
}
