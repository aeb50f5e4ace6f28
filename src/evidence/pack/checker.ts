import { type TrustTexts, trustTextsSchema } from "../verifier/trust.ts";

const place = '<script type="application/json" id="keys">{}</script>';

/** The built page verify.html with the trusted keys inserted. Throws if the page has no placeholder for them. */
export function withKeys(page: string, keys: TrustTexts): string {
  if (page.split(place).length !== 2) throw new Error("The page verify.html has no place for keys.");
  const json = JSON.stringify(trustTextsSchema.parse(keys)).replaceAll("<", "\\u003c");
  return page.replace(place, () => place.replace("{}", () => json));
}
