import type { CodeVerdict } from "./verify-code.ts";

export type CodeState = CodeVerdict | { kind: "none" } | { kind: "checking" } | { kind: "unchecked" };

/** True if the service signed the code, and signed it for the recorded document. */
export function isUsable({ kind }: CodeState): boolean {
  return kind === "matches" || kind === "alone" || kind === "notOnRecord";
}
