import type { Message } from "../../errors.ts";

/** How many fonts or characters a note names, so that it stays a sentence. */
const maxNamed = 8;
const longestName = 40;

/** `fonts`: of the document, which are missing here; `used`: the fonts of the converted PDF. */
export const fontsReplaced = (fonts: string[], used: string[]): Message => ({
  code: "note-word-fonts-replaced",
  text: "Fonts of this Word document that this server does not have were replaced: {fonts}. The stamped copy shows instead: {used}.",
  params: { fonts: list(fonts), used: list(used) },
});

export const charactersMissing = (characters: string[]): Message => ({
  code: "note-word-characters-missing",
  text: "No font of this server has some characters of this Word document; the stamped copy shows boxes or nothing in their places: {characters}.",
  params: { characters: list(characters.map(nameCharacter)) },
});

export const macrosLeftOut: Message = {
  code: "note-word-macros-left-out",
  text: "This document contains macros; they were not run, and the stamped copy does not have them.",
};

export const picturesNotLoaded: Message = {
  code: "note-word-pictures-not-loaded",
  text: "This Word document refers to pictures in other places, which were not loaded; the stamped copy shows only what the file itself stores of them.",
};

const nameCharacter = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

function list(names: string[]): string {
  const shown = names
    .slice(0, maxNamed)
    .map((name) => name.replace(/\p{C}/gu, "").slice(0, longestName).toWellFormed());
  return shown.join(", ") + (names.length > maxNamed ? ", …" : "");
}
