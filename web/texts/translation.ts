import type { Catalogue, Translation } from "./catalogue.ts";
import { type Language, localeOf } from "./language.ts";
import { type ReceivedMessage, translateMessage } from "./messages.ts";

/** Each is a file of its own that only its readers fetch. */
const load: Record<Exclude<Language, "en">, () => Promise<Translation>> = {
  es: async () => (await import("./spanish/translation.ts")).spanish,
};

type Spoken = { language: Language; locale: string; translation?: Translation };

let spoken: Spoken = { language: "en", locale: "en-US" };

/**
 * Settles, once and before anything else of the page is loaded, in which language it is; `wanted` are the browser's,
 * of which the country is taken. When a translation cannot be had, the page is in English rather than not at all.
 */
export async function openTranslation(language: Language, wanted: readonly string[]): Promise<void> {
  if (language === "en") return;
  const translation = await load[language]().catch(() => undefined);
  if (translation) spoken = { language, locale: localeOf(language, wanted), translation };
}

/** The texts of one part of the page in the reader's language; English is given, since it is always there. */
export function inReadersLanguage<Part extends keyof Catalogue>(
  part: Part,
  english: Catalogue[Part],
): Catalogue[Part] {
  return spoken.translation?.texts[part] ?? english;
}

/** A message of the server in the reader's language, by its code; in English where it is not translated. */
export function translate(said: ReceivedMessage): string {
  return spoken.translation ? translateMessage(spoken.translation.messages, said) : said.message;
}

/** What the server said, in the reader's language where it is translated. */
export function translateServerMessage(english: string): string {
  return spoken.translation?.sentence(english) ?? english;
}

/** The language the page is in, and the BCP 47 tag by which its dates and numbers are written. */
export function spokenLanguage(): Pick<Spoken, "language" | "locale"> {
  return spoken;
}
