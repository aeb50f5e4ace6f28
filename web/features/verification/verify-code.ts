import {
  type Attestation,
  type AttestationCheck,
  attestedClient,
} from "../../../src/evidence/attestation.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";

/** The server's answer about the serial number in the address. */
export type Registry =
  | { state: "found"; record: VerificationView }
  | { state: "unknown" }
  /** `reason` is the server's message if it refused the lookup. */
  | { state: "unreachable"; reason?: string };

/** The result for a QR code after its signature was checked and it was compared with the record. */
export type CodeVerdict =
  | { kind: "matches" | "alone" | "differs" | "notOnRecord"; attestation: Attestation }
  | { kind: "forged" }
  /** Signed by someone else, or with a lost key of the service; there is no way to tell which. */
  | { kind: "unknownKey" };

/** A code is trusted because of its signature, never because the server knows its serial number. */
export function verifyCode(check: AttestationCheck, registry: Registry): CodeVerdict {
  if ("error" in check) return { kind: check.error === "unknown-key" ? "unknownKey" : "forged" };
  const { attestation } = check;
  switch (registry.state) {
    case "unreachable":
      return { kind: "alone", attestation };
    case "unknown":
      return { kind: "notOnRecord", attestation };
    case "found":
      return { kind: saysTheSame(attestation, registry.record) ? "matches" : "differs", attestation };
  }
}

function saysTheSame(attestation: Attestation, record: VerificationView): boolean {
  return (
    attestation.serial === record.serialNumber &&
    attestation.original === record.originalSha256 &&
    attestation.stamped === record.stampedSha256 &&
    wholeSeconds(attestation.time) === wholeSeconds(record.processedDate) &&
    namesTheSame(attestation.client, record.clientName)
  );
}

/**
 * A record loses the client's name when the account is deleted, and early codes have none. Neither is a contradiction.
 */
function namesTheSame(attested: string | undefined, recorded: string | undefined): boolean {
  return attested === undefined || recorded === undefined || attested === attestedClient(recorded);
}

function wholeSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
