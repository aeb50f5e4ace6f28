import { z } from "zod";
import { type Language, languageCodes } from "../../formats/languages.ts";
import { rule } from "../rules.ts";

export const legalTextNames = ["privacy", "terms"] as const;
export type LegalTextName = (typeof legalTextNames)[number];

export const legalTextInput = z.object({
  name: z.enum(legalTextNames, rule("legal-text-unknown", "Please request privacy or terms")),
  language: z
    .enum(languageCodes, rule("language-unknown", "Please choose one of the languages of this site"))
    .default("en"),
});

export const legalTextSchema = z
  .object({
    language: z.enum(languageCodes).describe("The language that the operator has written it in"),
    title: z.string().nullable().describe("Its first heading, as plain text"),
    html: z.string().describe("The rest. Only plain elements and links, without scripts and styles"),
  })
  .meta({ id: "LegalText" });
export type LegalText = z.infer<typeof legalTextSchema>;

/** The operator's texts. A text that is missing in a language is shown in English. */
export type LegalTexts = Partial<Record<LegalTextName, Partial<Record<Language, LegalText>>>>;
