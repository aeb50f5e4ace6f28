import type { Finding, Report } from "../../../src/evidence/verifier/report.ts";
import { findStage } from "../../../src/evidence/verifier/stage.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import type { Stage } from "../../../src/formats/text/proof-of-time.ts";

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
