import type { Plan } from "../../../src/features/billing/billing.output.schema.ts";
import { translate } from "../../texts/translation.ts";

/** The name of a plan in the reader's language. */
export function planName({ name, codes }: Plan): string {
  return translate({ message: name, code: codes.name });
}

/** Its badge, if it has one. */
export function planBadge({ badge, codes }: Plan): string | undefined {
  return badge && translate({ message: badge, code: codes.badge });
}

/** What it includes. */
export function planFeatures({ features, codes }: Plan): string[] {
  return features.map((message, at) => translate({ message, code: codes.features[at] }));
}
