import type { GivenFile } from "../../../src/evidence/verifier/file-context.ts";
import type { Finding, Report } from "../../../src/evidence/verifier/report.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";

/** The signed statement or, once it is hidden with the client's account, the fingerprint under the time-stamps. */
export function subjectOf(record: VerificationView): GivenFile {
  if (record.attestation !== undefined)
    return { name: "", bytes: new TextEncoder().encode(record.attestation) };
  return { name: "", sha256: "kind" in record ? record.root : record.stampedSha256 };
}

/** Without the hidden statement, nothing but the record says who issued it: what is left is the time. */
export function decisiveFinding(
  { findings: { when, who, log } }: Report,
  { attestation }: VerificationView,
): Finding {
  const wrong = [who, when, log].find(({ verdict }) => verdict === "failed");
  const isUnsigned = attestation !== undefined && who.verdict === "indeterminate";
  return wrong ?? (isUnsigned && when.verdict !== "indeterminate" ? who : when);
}
