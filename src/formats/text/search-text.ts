import { normalizeText } from "./normalize-text.ts";

const accents = /[\u0300-\u036f]/g;

/**
 * Text reduced to what a search compares: without case in any script, without accents on Latin, Greek and Cyrillic
 * letters, and with compatibility forms such as full-width letters and ligatures replaced. "Straße" and "STRASSE" are
 * the same, and so are "résumé" and "Resume".
 */
export function foldText(text: string): string {
  return normalizeText(text)
    .normalize("NFKD")
    .replace(accents, "")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .normalize("NFC");
}

/** The folded words of a query; each must be found. */
export function foldedWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))];
}
