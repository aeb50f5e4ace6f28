import type { GivenFile } from "../../../src/evidence/verifier/file-context.ts";
import type { Finding, Report } from "../../../src/evidence/verifier/report.ts";
import { findStage } from "../../../src/evidence/verifier/stage.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import type { Stage } from "../../../src/formats/text/proof-of-time.ts";

/** The signed statement or, once it is hidden with the client's account, the fingerprint under the time-stamps. */
export function subjectOf(record: VerificationView): GivenFile {
  if (record.attestation !== undefined)
    return { name: "", bytes: new TextEncoder().encode(record.attestation) };
  return { name: "", sha256: "kind" in record ? record.root : record.stampedSha256 };
}

/** The time of a record; `stage`: how far its proof has grown, if it has a receipt of the public log. */
export type RecordFinding = Finding & { stage?: Stage | undefined };

/** Without the hidden statement, nothing but the record says who issued it: what is left is the time. */
export function decisiveFinding(report: Report, { attestation }: VerificationView): RecordFinding {
  const { when, who, log } = report.findings;
  const wrong = [who, when, log].find(({ verdict }) => verdict === "failed");
  const isUnsigned = attestation !== undefined && who.verdict === "indeterminate";
  const finding = wrong ?? (isUnsigned && when.verdict !== "indeterminate" ? who : when);
  return { ...finding, stage: findStage(report) };
}
