import { useEffect, useState } from "react";
import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import type { GivenFile } from "../../../src/evidence/verifier/file-context.ts";
import type { Finding, Report } from "../../../src/evidence/verifier/report.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import type { RecordLookup } from "./verify-code.ts";
import { verifyInWorker } from "./verify-in-worker.ts";

/** `checking`: no answer yet; `failed`: the verifier could not be loaded. */
export type RecordTime = Finding | "checking" | "failed";

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

/** The signed statement or, once it is hidden with the client's account, the fingerprint under the time-stamps. */
function subjectOf(record: VerificationView): GivenFile {
  if (record.attestation !== undefined)
    return { name: "", bytes: new TextEncoder().encode(record.attestation) };
  return { name: "", sha256: "kind" in record ? record.root : record.stampedSha256 };
}

/** Without the hidden statement, nothing but the record says who issued it: what is left is the time. */
function decisiveFinding(
  { findings: { when, who, log } }: Report,
  { attestation }: VerificationView,
): Finding {
  const wrong = [who, when, log].find(({ verdict }) => verdict === "failed");
  const isUnsigned = attestation !== undefined && who.verdict === "indeterminate";
  return wrong ?? (isUnsigned && when.verdict !== "indeterminate" ? who : when);
}
