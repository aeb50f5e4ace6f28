import type { Text } from "../../src/evidence/verifier/text.ts";
import type { Language } from "../../src/formats/languages.ts";
import { type StageWords, stageWords } from "../../src/formats/text/proof-of-time.ts";
import { fileCheckTexts } from "../texts/file-check.ts";
import { inLanguage } from "../texts/localize.ts";
import { translateText } from "../texts/messages.ts";
import { offlineVerifierTexts } from "../texts/offline-verifier.ts";
import { findingMessages } from "../texts/spanish/finding-messages.ts";

const texts = { ...fileCheckTexts, ...offlineVerifierTexts };

/** What verify.html says in one language: its own sentences, `write` for those of the verifier, and the stages. */
export type Words = ReturnType<typeof inLanguage<typeof texts>> & {
  write: (text: Text) => string;
  stages: StageWords;
};

/** The page has every language in it, because it works offline. */
export const words: Record<Language, Words> = {
  en: { ...inLanguage(texts, "en"), write: ({ message }) => message, stages: stageWords.en },
  es: {
    ...inLanguage(texts, "es"),
    write: (text) => translateText(findingMessages, "es", text),
    stages: stageWords.es,
  },
};
