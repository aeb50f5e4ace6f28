import { useQuery } from "@tanstack/react-query";
import type { TrustTexts } from "../../../src/evidence/judge/trust.ts";
import { loadTrustTexts } from "./trust-texts.ts";

/** Whom to believe; undefined until everything answered or failed to. Asked beside the record, not after it. */
export function useTrust(): TrustTexts | undefined {
  return useQuery({ queryKey: ["trust"], queryFn: loadTrustTexts }).data;
}
