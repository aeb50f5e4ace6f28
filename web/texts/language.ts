import { browserStorage } from "../lib/storage.ts";

/**
 * The languages of the page, by their BCP 47 codes, each in its own words. The first is for whoever reads none of
 * them.
 */
export const languages = { en: "English", es: "Español" } as const;
export type Language = keyof typeof languages;

export const languageCodes: readonly Language[] = ["en", "es"];

const storageKey = "language";

/** What the reader chose here; else the first of the browser's languages that the page has; else English. */
export function chooseLanguage(saved: string | null, wanted: readonly string[]): Language {
  const codes = [saved ?? "", ...wanted].map((tag) => tag.toLowerCase().split("-")[0]);
  const chosen = codes.map((code) => languageCodes.find((language) => language === code));
  return chosen.find((language) => language !== undefined) ?? "en";
}

/** As `chooseLanguage`, of this browser. */
export function readersLanguage(): Language {
  return chooseLanguage(browserStorage.read(storageKey), navigator.languages);
}

/**
 * How dates and numbers are written: as in the reader's own country where the browser names one for the language.
 * English is always that of the United States, whose dates and prices the product promises.
 */
export function localeOf(language: Language, wanted: readonly string[]): string {
  if (language === "en") return "en-US";
  return wanted.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? language;
}

const oneYear = 31_536_000;

/**
 * Keeps the choice in this browser and where the server sees it (src/server/http/languages.ts), and reloads the page: a
 * page is in one language from its first line to its last.
 */
export function switchLanguage(language: Language): void {
  browserStorage.write(storageKey, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers and over plain HTTP.
  document.cookie = `${storageKey}=${language}; path=/; max-age=${oneYear}; samesite=lax`;
  location.reload();
}
