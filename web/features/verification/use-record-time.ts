import { useEffect, useState } from "react";
import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import { subjectOf } from "../../../src/evidence/verifier/record-evidence.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { decisiveFinding, type RecordFinding } from "./record-finding.ts";
import type { RecordLookup } from "./verify-code.ts";
import { verifyInWorker } from "./verify-in-worker.ts";

/** `checking`: no answer yet; `failed`: the verifier could not be loaded. */
export type RecordTime = RecordFinding | "checking" | "failed";

/**
 * Who vouches for the time of a record, by the same verifier and lists as for a file, from the evidence that the record
 * has. What is wrong with that evidence comes first.
 */
export function useRecordTime(
  lookup: RecordLookup,
  evidence: Evidence,
  trust: TrustTexts | undefined,
  trustFiles: readonly File[],
): RecordTime {
  const [time, setTime] = useState<RecordTime>("checking");
  useEffect(() => {
    setTime("checking");
    if (!trust || lookup.state !== "found") return;
    let isCurrent = true;
    const show = (next: RecordTime) => {
      if (isCurrent) setTime(next);
    };
    const given = [subjectOf(lookup.record)];
    const task = { files: [], given, trustFiles: [...trustFiles], evidence, trust };
    // An aborted check would end the worker, which may be checking files.
    verifyInWorker(
      task,
      (progress) => {
        const [report] = progress.state === "done" ? progress.reports : [];
        if (report) show(decisiveFinding(report, lookup.record));
      },
      new AbortController().signal,
    ).catch(() => show("failed"));
    return () => {
      isCurrent = false;
    };
  }, [lookup, evidence, trust, trustFiles]);
  return time;
}
