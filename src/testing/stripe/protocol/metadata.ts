import { invalidRequest } from "./faults.ts";
import type { Params } from "./form.ts";
import { group } from "./params.ts";

const LIMITS = { keys: 50, keyLength: 40, valueLength: 500 };

/** Merges as Stripe does: keys not named stay, an empty value removes its key, empty metadata removes all. */
export function mergedMetadata(current: Record<string, string>, params: Params): Record<string, string> {
  if (params.metadata === undefined) return current;
  if (params.metadata === "") return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(group(params, "metadata") ?? {})) {
    if (typeof value !== "string") {
      throw invalidRequest("Metadata values must be strings.", { param: `metadata[${key}]` });
    }
    if (key.length > LIMITS.keyLength || value.length > LIMITS.valueLength) {
      const message = `Metadata keys can have up to ${LIMITS.keyLength} characters and values up to ${LIMITS.valueLength} characters.`;
      throw invalidRequest(message, { param: `metadata[${key}]` });
    }
    if (value === "") delete merged[key];
    else merged[key] = value;
  }
  if (Object.keys(merged).length > LIMITS.keys) {
    throw invalidRequest(`You can specify up to ${LIMITS.keys} keys.`, { param: "metadata" });
  }
  return merged;
}
