import { useQuery } from "@tanstack/react-query";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import type { CodeState } from "./code-state.ts";
import type { RecordLookup } from "./verify-code.ts";

/**
 * The result of checking the QR code that opened this page; `code` is the text after the # in the address. What checks
 * signatures is loaded only for a code.
 */
export function useCodeState(
  code: string,
  lookup: RecordLookup | undefined,
  trust: TrustTexts | undefined,
): CodeState {
  const { data: checker, isError } = useQuery({
    queryKey: ["code checker"],
    queryFn: () => import("./check-code.ts"),
    enabled: code !== "",
  });
  if (code === "") return { kind: "none" };
  if (isError) return { kind: "unchecked" };
  if (!checker || !lookup || !trust) return { kind: "checking" };
  return checker.checkCodeOfPage(code, lookup, trust.jwks);
}
