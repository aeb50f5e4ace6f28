import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { loadTrustTexts } from "./trust-texts.ts";
import { openJudge } from "./verify-files.ts";

/**
 * Loads beside the record, not after it, everything that files are judged with. Gives whom to believe: undefined
 * until all of it answered or failed to.
 */
export function useTrust(): { trust: TrustTexts | undefined; reload: () => void } {
  const { data, refetch } = useQuery({ queryKey: ["trust"], queryFn: loadTrustTexts });
  // A judge that fails to load now is asked for again, and told of, when a file is there.
  useEffect(() => void openJudge().catch(() => undefined), []);
  return { trust: data, reload: () => void refetch() };
}
