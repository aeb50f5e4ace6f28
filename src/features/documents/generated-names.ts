import type { Language } from "../../formats/languages.ts";
import type { Generated } from "./documents.output.schema.ts";

export type GeneratedKind = NonNullable<Generated>;

/** The names of the service's own documents, as pages show them. Only the English ones are stored and attested. */
export const generatedNames: Record<Language, Record<GeneratedKind, (subject: string) => string>> = {
  en: {
    timeline: (project) => `Timeline of ${project}`,
    acknowledgement: (person) => `Acknowledgment by ${person}`,
  },
  es: {
    timeline: (project) => `Cronología de ${project}`,
    acknowledgement: (person) => `Acuse de ${person}`,
  },
};
