import type { Plan } from "../../../src/features/billing/billing.output.schema.ts";
import { spokenLanguage, translate } from "../../texts/translation.ts";

/** The name of a plan in the reader's language. */
export function planName({ name, codes }: Plan): string {
  return translate({ message: name, code: codes.name });
}

/** Its badge, if it has one. */
export function planBadge({ badge, badgeTranslations, codes }: Plan): string | undefined {
  const own = badgeTranslations?.[spokenLanguage().language];
  return own ?? (badge && translate({ message: badge, code: codes.badge }));
}

/** The features of a plan in the reader's language. */
export function planFeatures({ features, codes, documentLimit }: Plan): string[] {
  const params = { count: documentLimit ?? 0 };
  return features.map((message, at) => translate({ message, code: codes.features[at], params }));
}
