import { readJwks } from "../../../src/evidence/read-jwks.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { type CodeVerdict, checkCode, type RecordLookup, verifyCode } from "./verify-code.ts";

export type CodeState = CodeVerdict | { kind: "none" } | { kind: "checking" } | { kind: "unchecked" };

/** The result of checking the QR code that opened this page; `code` is the text after the # in the address. */
export function getCodeState(
  code: string,
  lookup: RecordLookup | undefined,
  trust: TrustTexts | undefined,
): CodeState {
  if (code === "") return { kind: "none" };
  if (!lookup || !trust) return { kind: "checking" };
  const keys = readJwks(trust.jwks);
  return keys ? verifyCode(checkCode(code, keys), lookup) : { kind: "unchecked" };
}

/** True if the service signed the code, and signed it for the recorded document. */
export function isUsable({ kind }: CodeState): boolean {
  return kind === "matches" || kind === "alone" || kind === "notOnRecord";
}
