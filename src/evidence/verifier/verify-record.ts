import type { EvidenceRecord } from "../ers/evidence-record.ts";
import { computeRoot } from "../ers/hash-tree.ts";
import { isOver } from "../tsp/is-over.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import { checkRenewals, extensionDetails, renewedAt } from "./extension.ts";
import { failed, indeterminate, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { verifyToken } from "./verify-token.ts";

/** An evidence record without its file: whether its time-stamp is genuine and over its root. */
export function verifyRecord(
  name: string,
  record: EvidenceRecord,
  checked: CheckedEvidence,
  now: Date,
): Report {
  const { reduced, token } = record;
  const { trust, crls } = checked;
  const { extensions, error } = checkRenewals(record, undefined, { ...trust, crls });
  const { findings } = verifyToken(name, token, checked, now, renewedAt(extensions));
  const root = reduced && computeRoot(reduced);
  const isBroken = error !== undefined || (reduced !== undefined && (!root || !isOver(token, root)));
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
          : indeterminate(recordAlone, [...details, ...extensionDetails(extensions)]),
      ...(isBroken ? { when: failed(sentences.when.wrong) } : {}),
    },
  };
}
