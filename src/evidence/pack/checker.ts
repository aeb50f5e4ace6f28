import { type TrustTexts, trustTextsSchema } from "../verifier/trust.ts";

const place = '<script type="application/json" id="keys">{}</script>';

/** The page verify.html as it was built, with the keys it is to trust. Throws when the page has no place for them. */
export function withKeys(page: string, keys: TrustTexts): string {
  if (page.split(place).length !== 2) throw new Error("The page verify.html has no place for keys.");
  const json = JSON.stringify(trustTextsSchema.parse(keys)).replaceAll("<", "\\u003c");
  return page.replace(place, () => place.replace("{}", () => json));
}
