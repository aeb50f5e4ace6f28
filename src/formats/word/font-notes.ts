import type { Message } from "../../errors.ts";
import { statedText } from "../text/stated-text.ts";

/** How many fonts or characters a note names, so that it stays a sentence. */
const maxNamed = 8;
const longestName = 40;

/** `fonts`: of the document, which are missing here; `used`: the fonts of the converted PDF. */
export const fontsReplaced = (fonts: string[], used: string[]): Message => ({
  code: "note-word-fonts-replaced",
  text: "Fonts of this document that this server does not have were replaced: {fonts}. The stamped copy shows instead: {used}.",
  params: { fonts: list(fonts, quoteFont), used: list(used, quoteFont) },
});

export const charactersMissing = (characters: string[]): Message => ({
  code: "note-word-characters-missing",
  text: "No font of this server has some characters of this document; the stamped copy shows boxes or nothing in their places: {characters}.",
  params: { characters: list(characters, nameCharacter) },
});

export const macrosLeftOut: Message = {
  code: "note-word-macros-left-out",
  text: "This document contains macros; they were not run, and the stamped copy does not have them.",
};

export const picturesNotLoaded: Message = {
  code: "note-word-pictures-not-loaded",
  text: "This document refers to pictures in other places, which were not loaded; the stamped copy shows only what the file itself stores of them.",
};

export const documentsNotLoaded: Message = {
  code: "note-word-documents-not-loaded",
  text: "This document is a master document: it shows other documents, which are not in the file and were not loaded; the stamped copy does not show them.",
};

const nameCharacter = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * A document names its fonts as it likes, and a certificate prints the notes as words of ours: a name is quoted, and
 * without the signs that a sentence or the end of a quotation needs.
 */
function quoteFont(name: string): string {
  const plain = statedText(name)
    .replace(/[^\p{L}\p{M}\p{N} -]/gu, "")
    .replace(/ +/g, " ");
  const short = [...plain].slice(0, longestName).join("").trim();
  return short === "" ? "" : `“${short}”`;
}

function list(names: string[], write: (name: string) => string): string {
  const shown = names
    .slice(0, maxNamed)
    .map(write)
    .filter((name) => name !== "");
  return [...shown, ...(names.length > shown.length ? ["…"] : [])].join(", ");
}
