import type { EvidenceRecord } from "../ers/evidence-record.ts";
import { computeRoot } from "../ers/hash-tree.ts";
import { isOver } from "../tsp/is-over.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import { failed, indeterminate, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { verifyToken } from "./verify-token.ts";

/** An evidence record without its file: whether its time-stamp is genuine and over its root. */
export function verifyRecord(
  name: string,
  { reduced, token }: EvidenceRecord,
  checked: CheckedEvidence,
): Report {
  const { findings } = verifyToken(name, token, checked);
  const root = reduced && computeRoot(reduced);
  const isBroken = reduced !== undefined && (!root || !isOver(token, root));
  const { recordAlone, brokenRecord } = sentences.unchanged;
  const { details } = findings.unchanged;
  return {
    name,
    kind: "record",
    findings: {
      ...findings,
      unchanged:
        isBroken || findings.unchanged.verdict === "failed"
          ? failed(brokenRecord)
          : indeterminate(recordAlone, details),
      ...(isBroken ? { when: failed(sentences.when.wrong) } : {}),
    },
  };
}
