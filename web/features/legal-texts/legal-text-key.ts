import type { LegalTextName } from "../../../src/features/legal-texts/legal-texts.schema.ts";
import type { Language } from "../../../src/formats/languages.ts";
import { getQueryKey, trpc } from "../../lib/trpc.ts";

/** The path of each text. Not imported from the schema, which is large and would be loaded with every page. */
export const legalTextPaths = { privacy: "/privacy", terms: "/terms" } as const satisfies Record<
  LegalTextName,
  string
>;

/** The query of the text at a path, such as /privacy; undefined at every other path. */
export function findLegalTextKey(
  path: string,
  language: Language,
): ReturnType<typeof getQueryKey> | undefined {
  const names = ["privacy", "terms"] as const;
  const name = names.find((known) => path === legalTextPaths[known]);
  return name && getQueryKey(trpc.legalTexts.get, { name, language }, "query");
}
