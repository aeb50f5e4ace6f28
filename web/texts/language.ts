import { type Language, languageCodes } from "../../src/formats/languages.ts";
import { browserStorage } from "../environment/storage.ts";

/** Each language by its own name. */
export const languages: Record<Language, string> = { en: "English", es: "Español" };

/** How each language writes dates and numbers for readers whose browser names no country. */
export const defaultLocales: Record<Language, string> = { en: "en-US", es: "es-MX" };

const storageKey = "language";

/** The reader's choice here; otherwise the first of the browser's languages that the page has; otherwise English. */
export function chooseLanguage(saved: string | null, wanted: readonly string[]): Language {
  const codes = [saved ?? "", ...wanted].map((tag) => tag.toLowerCase().split("-")[0]);
  const chosen = codes.map((code) => languageCodes.find((language) => language === code));
  return chosen.find((language) => language !== undefined) ?? "en";
}

/** `chooseLanguage` for this browser. */
export function readersLanguage(): Language {
  return chooseLanguage(browserStorage.read(storageKey), navigator.languages);
}

/**
 * The locale of dates and numbers: that of the reader's country if the browser names one for the language; otherwise
 * that of the certificates. English is always US English, whose dates and prices the product promises.
 */
export function chooseLocale(language: Language, wanted: readonly string[]): string {
  if (language === "en") return defaultLocales.en;
  return wanted.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? defaultLocales[language];
}

const oneYear = 31_536_000;

/** Stores the choice in this browser and where the server can read it (src/server/http/languages.ts). */
export function rememberLanguage(language: Language): void {
  browserStorage.write(storageKey, language);
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers and plain HTTP lack the Cookie Store API.
  document.cookie = `${storageKey}=${language}; path=/; max-age=${oneYear}; samesite=lax`;
}

/** Remembers the choice and reloads: a page has one language. */
export function switchLanguage(language: Language): void {
  rememberLanguage(language);
  location.reload();
}
