/** Characters that are invisible on paper: controls, line breaks, direction marks, fillers classified as letters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Invisible characters that shape the letter before them and occur in real names: joiners of Persian and Indic scripts
 * and of emoji, variation selectors of Mongolian and Han letters and of symbols.
 */
const shaping = new RegExp(
  [
    "(?<=[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}",
    "\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}",
    "\\p{Script=Malayalam}\\p{Script=Sinhala}])[\\u200c\\u200d](?=\\p{L})",
    "|(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]",
    "|(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]|(?<=\\p{So})[\\ufe0e\\ufe0f]",
    "|(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})",
    "|(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  ].join(""),
  "gu",
);

/** Marks beyond this number would cover the lines above and below. */
const towers = /(\p{M}{8})\p{M}+/gu;

/** The text without invisible characters: line breaks become spaces, the rest is removed. */
export function withoutInvisible(text: string): string {
  return replaceUnseen(text, (character) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(character) ? " " : ""));
}

/** The bracket of what looks like the number of a character. */
const numberBracket = /\[(?=U\+[0-9A-F]{4,6}\])/g;

/**
 * The text with invisible characters that no script needs as their numbers, such as [U+202E], so that two different
 * names do not look the same. The bracket of such a number that a name itself spells out is shown as its number, too.
 * Controls, which names of files in a collection cannot have, are left as they are.
 */
export function showInvisible(text: string): string {
  return replaceUnseen(text.replace(numberBracket, showNumber), (character) =>
    /\p{Cc}/u.test(character) ? character : showNumber(character),
  );
}

const showNumber = (character: string) =>
  `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`;

/** The text with something else for each invisible character that no script needs. */
function replaceUnseen(text: string, replace: (character: string) => string): string {
  const kept = new Set([...text.matchAll(shaping)].map(({ index }) => index));
  return text.replace(unseen, (character, at) => (kept.has(at) ? character : replace(character)));
}

/** The text with at most eight marks per letter. */
export const withoutStackedMarks = (text: string) => text.replace(towers, "$1");

/** Whether a letter has more marks than any language uses. */
export function hasStackedMarks(text: string): boolean {
  return text.search(towers) !== -1;
}

/** Whether a text has invisible characters that no script needs. */
export function hasInvisible(text: string): boolean {
  return text.replace(shaping, "").search(unseen) !== -1;
}
