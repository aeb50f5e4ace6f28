import type { Text } from "../../src/evidence/verifier/text.ts";
import type { Language } from "../../src/formats/languages.ts";
import { type StageWords, stageWords } from "../../src/formats/text/proof-of-time.ts";
import { offlineVerifier as english } from "../texts/english/offline-verifier.ts";
import { translateText } from "../texts/messages.ts";
import { findingMessages } from "../texts/spanish/finding-messages.ts";
import { offlineVerifier as spanish } from "../texts/spanish/offline-verifier.ts";

/** What verify.html says in one language: its own sentences, `write` for those of the verifier, and the stages. */
export type Words = typeof english & { write: (text: Text) => string; stages: StageWords };

/** The page has every language in it, because it works offline. */
export const words: Record<Language, Words> = {
  en: { ...english, write: ({ message }) => message, stages: stageWords.en },
  es: {
    ...spanish,
    write: (text) => translateText(findingMessages, "es", text),
    stages: stageWords.es,
  },
};
