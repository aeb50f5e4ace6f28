import { hasEnded, isAfterEnd } from "../key-life.ts";
import type { NoteVerifier } from "../tlog/signed-note.ts";
import { checkReceipt, parseTlogProof } from "../tlog/tlog-proof.ts";
import { allReceipts, type Evidence } from "./evidence.ts";
import type { Statement } from "./statement.ts";

/**
 * A signed statement, unless its key has ended: what such a key signed counts only if it is dated before the end, with
 * a receipt that proves an entry of the log from before the end, since whoever still has the key can sign for any time.
 * The log is the service's own, so a thief of this key alone gets no entry.
 */
export function requireKeyInUse(
  statement: Statement,
  evidence: Pick<Evidence, "receipts" | "looseReceipts">,
  logs: readonly NoteVerifier[],
): Statement {
  if ("error" in statement) return statement;
  const { text, key } = statement;
  if (!hasEnded(key)) return statement;
  const { revoked, log_size: end } = key;
  const provesEntry = (receipt: string) => {
    const index = parseTlogProof(receipt)?.index;
    if (index === undefined || (end !== undefined && index >= end)) return false;
    return logs.some((log) => checkReceipt(receipt, text, log) !== undefined);
  };
  const isDatedInUse = !isAfterEnd(key, new Date(statement.attestation.time));
  return isDatedInUse && allReceipts(evidence).some(provesEntry)
    ? statement
    : { text, error: revoked ? "stolen-key" : "ended-key" };
}
