import type { Language } from "../../src/formats/languages.ts";

/**
 * Every text of the page in this language, for its translation. The build fills them in (web/build/one-language.ts);
 * without one, each text has all of its languages.
 */
export function textsIn(_language: Language): Readonly<Record<string, unknown>> {
  return {};
}
