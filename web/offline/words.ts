import type { Text } from "../../src/evidence/verifier/text.ts";
import type { Language } from "../../src/formats/languages.ts";
import { offlineVerifier as english } from "../texts/english/offline-verifier.ts";
import { translateText } from "../texts/messages.ts";
import { findingMessages } from "../texts/spanish/finding-messages.ts";
import { offlineVerifier as spanish } from "../texts/spanish/offline-verifier.ts";

/** What verify.html says in one language: its own sentences, and `write` for those of the verifier. */
export type Words = typeof english & { write: (text: Text) => string };

/** The page has every language in it, because it works offline. */
export const words: Record<Language, Words> = {
  en: { ...english, write: ({ message }) => message },
  es: { ...spanish, write: (text) => translateText(findingMessages, "es", text) },
};
