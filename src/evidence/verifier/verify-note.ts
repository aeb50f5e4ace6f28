import { buildReport } from "./build-report.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import { buildContext } from "./file-context.ts";
import { indeterminate, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";

/** A text about a separate file. */
export type Note = { attestation: string } | { receipt: string };

/** Verifies an attestation or a receipt as far as possible without its file. */
export function verifyNote(name: string, note: Note, checked: CheckedEvidence, now: Date): Report {
  const { evidence: known } = checked;
  const evidence =
    "receipt" in note
      ? { ...known, receipts: [note.receipt] }
      : { ...known, attestations: [note.attestation] };
  const context = buildContext({ name, sha256: "" }, checked.withEvidence(evidence), now);
  const { statement } = context;
  const isStated = statement !== undefined && "attestation" in statement;
  const role = isStated && statement.collection ? "member" : "stamped";
  const { findings } = buildReport(isStated ? { ...context, role, basis: "statement" } : context);
  const { receiptAlone, statementAlone } = sentences.unchanged;
  const isReceipt = "receipt" in note;
  return {
    name,
    kind: isReceipt ? "receipt" : "statement",
    findings: { ...findings, unchanged: indeterminate(isReceipt ? receiptAlone : statementAlone) },
  };
}
