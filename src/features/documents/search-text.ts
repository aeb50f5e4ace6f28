import { foldedWords, foldText } from "../../formats/text/search-text.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { type GeneratedKind, generatedNames } from "./generated-names.ts";

type Searched = Pick<DocumentRow, "originalName" | "displayName" | "note" | "timestampConfig">;

/**
 * The text that the owner's search uses: the name on screen first, so that this text also sorts by name, then the
 * attested name, the note and the other parties, on one line each. The serial number has a column of its own.
 */
export function buildSearchText({ originalName, displayName, note, timestampConfig }: Searched): string {
  const lines = [displayName ?? originalName, originalName, note, timestampConfig?.otherParties];
  return lines.map((line) => foldText((line ?? "").replace(/\s+/g, " "))).join("\n");
}

/** The service's own documents of one kind, if they have these words. */
export type GeneratedMatch = { kind: GeneratedKind; words: string[] };

const kinds: GeneratedKind[] = ["timeline", "acknowledgement"];

/**
 * Readers search for the names that they see, in their language. A kind of document matches if a word of the query
 * begins its names; the words that all of its names have need not be found in the search text.
 */
export function matchGeneratedNames(words: readonly string[]): GeneratedMatch[] {
  return Object.values(generatedNames).flatMap((names) =>
    kinds.flatMap((kind) => {
      const common = foldedWords(names[kind](""));
      if (!words.some((word) => common[0]?.startsWith(word))) return [];
      return [{ kind, words: words.filter((word) => !common.some((one) => one.startsWith(word))) }];
    }),
  );
}
