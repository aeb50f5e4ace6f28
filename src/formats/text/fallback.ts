import { type FontKey, loadFace, type TextFace } from "./fonts.ts";

const emojiLook = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}|\u20e3/u;
const han =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const commonScript = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
const symbolBlocks = /[\u2000-\u33ff\ufe30-\ufe4f]/u;
const ascii = /^[!-~]+$/;

/** Scripts that are shaped differently or use another face; a change of script ends a run. */
const scripts: [name: string, test: RegExp, face?: FontKey][] = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["devanagari", /\p{Script=Devanagari}/u],
  ["arabic", /\p{Script=Arabic}/u, "arabic"],
  ["armenian", /\p{Script=Armenian}/u, "armenian"],
  ["bengali", /\p{Script=Bengali}/u, "bengali"],
  ["ethiopic", /\p{Script=Ethiopic}/u, "ethiopic"],
  ["georgian", /\p{Script=Georgian}/u, "georgian"],
  ["gujarati", /\p{Script=Gujarati}/u, "gujarati"],
  ["gurmukhi", /\p{Script=Gurmukhi}/u, "gurmukhi"],
  ["hebrew", /\p{Script=Hebrew}/u, "hebrew"],
  ["kannada", /\p{Script=Kannada}/u, "kannada"],
  ["khmer", /\p{Script=Khmer}/u, "khmer"],
  ["lao", /\p{Script=Lao}/u, "lao"],
  ["malayalam", /\p{Script=Malayalam}/u, "malayalam"],
  ["myanmar", /\p{Script=Myanmar}/u, "myanmar"],
  ["sinhala", /\p{Script=Sinhala}/u, "sinhala"],
  ["tamil", /\p{Script=Tamil}/u, "tamil"],
  ["telugu", /\p{Script=Telugu}/u, "telugu"],
  ["thai", /\p{Script=Thai}/u, "thai"],
  ["hangul", /\p{Script=Hangul}/u, "kr"],
  ["han", han, "sc"],
];

/** Invisible characters that need no glyph: joiners and variation selectors. */
const optional = /\p{Join_Control}|\p{Variation_Selector}/gu;

function covers(key: FontKey, text: string): boolean {
  const { font } = loadFace(key);
  for (const char of text.replace(optional, "")) {
    if (font.nominalGlyph(char.codePointAt(0) ?? 0) === undefined) return false;
  }
  return true;
}

/** Faces to try, in order of preference. The large East Asian ones are opened only for text that may need them. */
function candidates(cluster: string, face: TextFace, previous: FontKey | undefined): FontKey[] {
  const latin: FontKey[] = face === "latin" ? ["latin"] : [face, "latin"];
  if (emojiLook.test(cluster) && !cluster.includes("\ufe0e")) return ["emoji", ...latin];
  const own = scripts.find(([, test]) => test.test(cluster))?.[2];
  if (own === "sc" || own === "kr")
    return previous === "kr" ? ["kr", "sc"] : own === "sc" ? ["sc", "kr"] : ["kr"];
  if (own) return [own, ...latin];
  const common = commonScript.test(cluster);
  const sticky = common && !ascii.test(cluster) && previous && previous !== "emoji" ? [previous] : [];
  const symbols: FontKey[] = symbolBlocks.test(cluster) ? ["sc", "kr"] : [];
  return [...sticky, ...latin, "emoji", "arabic", "hebrew", ...symbols];
}

/** The face that has every character of a grapheme cluster; undefined if no bundled face has them all. */
export function faceFor(cluster: string, face: TextFace, previous: FontKey | undefined): FontKey | undefined {
  return candidates(cluster, face, previous).find((key) => covers(key, cluster));
}

/** The name of the cluster's script; undefined for characters common to all scripts (digits, spaces, punctuation). */
export function findScript(cluster: string): string | undefined {
  return scripts.find(([, test]) => test.test(cluster))?.[0];
}

/** The text drawn for a character that no face has: never dropped, never a "?". */
export function visibleCode(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `[U+${code}]`;
}

/** True for a character that only modifies its neighbors and has no shape of its own. */
export function isInvisibleHelper(char: string): boolean {
  return char.replace(optional, "") === "";
}
