import { type Text, writeInZone } from "../../src/evidence/verifier/text.ts";
import type { Language } from "../../src/formats/languages.ts";
import { chooseLocale } from "./language.ts";
import { type Messages, type ReceivedMessage, translateMessage, translateText } from "./messages.ts";

/** A language other than English. */
type Translation = {
  /** The texts of `localize` by their names. */
  texts: Readonly<Record<string, unknown>>;
  /** Translations of the server's messages and of the verifier's texts, by code. */
  messages: Messages;
};

/** Each language is a separate file that only its readers load. */
export const translations: Record<Exclude<Language, "en">, () => Promise<Translation>> = {
  es: async () => (await import("./spanish/translation.ts")).spanish,
};

type Spoken = { language: Language; locale: string; translation?: Translation };

let spoken: Spoken = { language: "en", locale: "en-US" };

/**
 * Sets the language of the page, once, before anything else is loaded; `wanted` are the browser's languages, of which
 * the country is used. If a translation cannot be loaded, the page is in English.
 */
export async function openTranslation(language: Language, wanted: readonly string[]): Promise<void> {
  if (language === "en") return;
  const translation = await translations[language]().catch(() => undefined);
  if (translation) spoken = { language, locale: chooseLocale(language, wanted), translation };
}

/**
 * The texts with this name in the reader's language, if that is not English: the build calls it where `localize` stands
 * in the source (web/build/one-language.ts).
 *
 * @public
 */
export function translated(name: string): unknown {
  return spoken.translation?.texts[name];
}

/** A message of the server in the reader's language, by its code; in English if it is not translated. */
export function translate(said: ReceivedMessage): string {
  return spoken.translation ? translateMessage(spoken.translation.messages, said) : said.message;
}

/**
 * A text of the verifier in the reader's language, by its code; in English if it is not translated. Its times are in
 * the zone, or as the verifier writes them.
 */
export function translateFinding(text: Text, timeZone?: string): string {
  if (spoken.language !== "en" && spoken.translation)
    return translateText(spoken.translation.messages, spoken.language, text, timeZone);
  return timeZone === undefined ? text.message : writeInZone(text, timeZone);
}

/** The language of the page, and the BCP 47 tag for its dates and numbers. */
export function spokenLanguage(): Pick<Spoken, "language" | "locale"> {
  return spoken;
}
