import type { z } from "zod";
import { AppError } from "../../errors.ts";
import type { Config } from "../config.ts";
import type { LegalText, legalTextInput } from "./legal-texts.schema.ts";

/** The operator's text in this language, or in English. Throws `not_found` if there is none. */
export function getLegalText(
  config: Pick<Config, "legalTexts">,
  { name, language }: z.output<typeof legalTextInput>,
): LegalText {
  const texts = config.legalTexts[name];
  const text = texts?.[language] ?? texts?.en;
  if (!text) throw new AppError("not_found", "legal-text-not-found", "This site has no such text.");
  return text;
}
