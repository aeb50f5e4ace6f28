/** Marks that end a quotation, and what turns the direction of the text behind it or cannot be seen. */
const quotes = /["\u201c-\u201f\u2033\u2036\uff02]/g;
const invisible = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A name that an account chose, to stand between quotation marks: on one line of single blanks, with no such mark
 * inside, and with nothing that rearranges the words behind it. Runs in browsers.
 */
export const withoutQuotes = (name: string) =>
  name
    .replace(/[\s\p{Z}]+/gu, " ")
    .replace(quotes, "'")
    .replace(invisible, "");
