import { type AdoptionStatement, adoptionPayload } from "../../evidence/adoption-statement.ts";
import { signJws } from "../../evidence/sign-attestation.ts";
import type { IssuingDeps } from "../deps.ts";
import { appendStatement, type LogEntry } from "../log/log.service.ts";

/**
 * Signs the statement about the log of an ended service, and appends it to our log. Call it in the transaction that
 * stores the returned entry. Throws `not_found` before our log is created.
 */
export async function signAdoption(
  deps: Pick<IssuingDeps, "config" | "db" | "logKey" | "signingKeys">,
  statement: AdoptionStatement,
): Promise<LogEntry> {
  const key = deps.signingKeys.current;
  const payload = adoptionPayload(statement);
  return appendStatement(deps, signJws({ alg: "EdDSA", kid: key.kid }, payload, key));
}
