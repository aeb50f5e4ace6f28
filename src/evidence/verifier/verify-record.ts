import type { EvidenceRecord } from "../ers/evidence-record.ts";
import { isOverLists } from "../ers/verify-renewals.ts";
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
  const { trust, crls } = checked;
  const { extensions, error } = checkRenewals(record, undefined, { ...trust, crls });
  const { findings } = verifyToken(name, record.token, checked, now, renewedAt(extensions));
  const isLate = error === "renewed-late";
  const isBroken = (error !== undefined && !isLate) || !isOverLists(record);
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
      ...(isLate && !isBroken ? { when: indeterminate(sentences.when.renewedLate) } : {}),
    },
  };
}
