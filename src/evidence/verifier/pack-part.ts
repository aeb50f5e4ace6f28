import type { Detail } from "./detail.ts";
import type { Verdict } from "./report.ts";
import { labels } from "./sentences.ts";
import type { Text } from "./text.ts";

/** The result for one file of a pack. */
export type PackPart = { verdict: Verdict; detail: Detail };

export function packPart(name: string, verdict: Verdict, value: Text): PackPart {
  return { verdict, detail: { label: labels.part(name), value } };
}
