import { readJwks } from "../../../src/evidence/read-jwks.ts";
import { type CodeVerdict, checkCode, type RecordLookup, verifyCode } from "./verify-code.ts";

/** The result for a QR code with the keys that the service publishes; `unchecked` if these cannot be read. */
export function checkCodeOfPage(
  code: string,
  lookup: RecordLookup,
  jwks: string,
): CodeVerdict | { kind: "unchecked" } {
  const keys = readJwks(jwks);
  return keys ? verifyCode(checkCode(code, keys), lookup) : { kind: "unchecked" };
}
