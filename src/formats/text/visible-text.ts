/** Nothing on paper: controls, line ends, direction marks, fillers that only claim to be letters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Characters that are not seen but shape the letter before them, as some names are spelled: joiners of Persian
 * and Indic scripts and of emoji, variants of Mongolian and Han letters and of symbols.
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

/** More marks on one letter than any language writes would cover the lines above and below it. */
const towers = /(\p{M}{8})\p{M}+/gu;

/** A text without what nobody sees: a line end becomes a blank, the rest goes. */
export function withoutUnseen(text: string): string {
  const kept = new Set([...text.matchAll(shaping)].map(({ index }) => index));
  return text.replace(unseen, (character, at) => {
    if (kept.has(at)) return character;
    return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(character) ? " " : "";
  });
}

/** A text without the marks above the eighth on one letter. */
export const withoutTowers = (text: string) => text.replace(towers, "$1");

/** Whether a letter carries more marks than any language writes. */
export function hasTowers(text: string): boolean {
  return text.search(towers) !== -1;
}

/** Whether a text has characters that a reader cannot see and that no script needs. */
export function hasUnseen(text: string): boolean {
  return text.replace(shaping, "").search(unseen) !== -1;
}
