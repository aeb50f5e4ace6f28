/**
 * A name that an account chose, to stand between quotation marks: with none inside, and on one line of single blanks,
 * nothing in it passes for our own words behind it. Runs in browsers.
 */
export const withoutQuotes = (name: string) =>
  name.replace(/["\u201c-\u201f\u2033\u2036\uff02]/g, "'").replace(/[\s\p{Z}]+/gu, " ");
