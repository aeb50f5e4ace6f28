import type { Attestation } from "../../../src/evidence/attestation.ts";
import type { VerificationView } from "../../../src/verification/verification.schema.ts";

export type FileOutcome = "original" | "stamped" | "certificate" | "none";

/** The fingerprints a file is compared with, lower-case hex SHA-256; a QR code alone knows no certificate's. */
export type Fingerprints = { original: string; stamped: string; certificate: string | undefined };

export function fingerprintsOfRecord(record: VerificationView): Fingerprints {
  return {
    original: record.originalSha256,
    stamped: record.stampedSha256,
    certificate: record.certificateSha256,
  };
}

export function fingerprintsOfCode({ original, stamped }: Attestation): Fingerprints {
  return { original, stamped, certificate: undefined };
}

/** Which of the three files has this SHA-256. */
export function matchFile(sha256: string, known: Fingerprints): FileOutcome {
  if (sha256 === known.original) return "original";
  if (sha256 === known.stamped) return "stamped";
  if (sha256 === known.certificate) return "certificate";
  return "none";
}
