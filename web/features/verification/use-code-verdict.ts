import { useQuery } from "@tanstack/react-query";
import { checkAttestation } from "../../../src/evidence/attestation.ts";
import { type CodeVerdict, judgeCode, type Registry } from "./judge-code.ts";
import { loadSigningKeys } from "./signing-keys.ts";
import { useFragment } from "./use-fragment.ts";

export type CodeState = CodeVerdict | { kind: "none" } | { kind: "checking" } | { kind: "unchecked" };

/** Checks the QR code that opened this page, in this browser. */
export function useCodeVerdict(registry: Registry | undefined): CodeState {
  const code = useFragment();
  const keys = useQuery({ queryKey: ["signing-keys"], queryFn: loadSigningKeys, enabled: code !== "" });
  if (code === "") return { kind: "none" };
  if (keys.data && registry) return judgeCode(checkAttestation(code, keys.data), registry);
  return keys.isError ? { kind: "unchecked" } : { kind: "checking" };
}
