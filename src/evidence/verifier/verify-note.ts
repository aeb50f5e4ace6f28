import { isReceiptFor } from "../tlog/tlog-proof.ts";
import { buildReport } from "./build-report.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import type { Evidence } from "./evidence.ts";
import { buildContext } from "./file-context.ts";
import { checkReceiptAlone } from "./log-finding.ts";
import { indeterminate, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { isAttestation } from "./statement.ts";

/** A text about a separate file. */
export type Note = { attestation: string } | { receipt: string };

/** Verifies an attestation or a receipt as far as possible without its file. */
export function verifyNote(name: string, note: Note, checked: CheckedEvidence, now: Date): Report {
  const known = checked.withEvidence(withOnly(note, checked.evidence));
  const [only, ...others] = known.statements;
  // The time-stamps over what a statement is about are also about its time.
  const sha256 = only && others.length === 0 && "attestation" in only ? only.attestation.stamped : "";
  const context = buildContext({ name, sha256 }, known, now);
  const { statement } = context;
  const isStated = statement !== undefined && "attestation" in statement;
  const role = isStated && statement.collection ? "member" : "stamped";
  const { findings } = buildReport(isStated ? { ...context, role, basis: "statement" } : context);
  const { receiptAlone, statementAlone } = sentences.unchanged;
  if ("attestation" in note)
    return { name, kind: "statement", findings: { ...findings, unchanged: indeterminate(statementAlone) } };
  const log = statement ? findings.log : checkReceiptAlone(note.receipt, checked);
  return { name, kind: "receipt", findings: { ...findings, log, unchanged: indeterminate(receiptAlone) } };
}

/** The known evidence with this note and what it is about: a receipt with the statements that it leads from. */
function withOnly(note: Note, known: Evidence): Evidence {
  if ("attestation" in note) return { ...known, attestations: [note.attestation] };
  const { receipt } = note;
  const attestations = known.attestations.filter(
    (text) => isAttestation(text) && isReceiptFor(receipt, text),
  );
  return { ...known, attestations, receipts: [], looseReceipts: [receipt] };
}
