import { type Attestation, type AttestationIssue, attestationIn, checkAttestation } from "../attestation.ts";
import type { Crl } from "../x509/crl.ts";
import type { Trust } from "./trust.ts";

/** What the service's record says of a serial number, as it answers a question for it. */
export type RecordFacts = {
  serialNumber: string;
  /** ISO 8601 UTC. */
  processedDate: string;
  documentName: string;
  clientName?: string;
  originalSha256: string;
  stampedSha256: string;
  certificateSha256: string;
};

/** A bare time-stamp token; `about` says what it must be over, where it came with that promise. */
export type KnownToken = { bytes: Uint8Array; about?: "original" | "stamped" | "checkpoint" };

/** An OpenTimestamps proof; `about` where it came as the one over the checkpoint of the receipt beside it. */
type KnownProof = { bytes: Uint8Array; about?: "checkpoint" };

/** Everything that is known beside the file itself, wherever it came from: nothing of it is believed unchecked. */
export type Evidence = {
  /** Signed statements, compact JWS. */
  attestations: string[];
  /** Receipts of the log, .tlog-proof. */
  receipts: string[];
  tokens: KnownToken[];
  proofs: KnownProof[];
  /** Lists that only count when a trusted root signed them. */
  crls: Crl[];
  /** Undefined when nobody could be asked; `unknown` when the service knows nothing of it. */
  record?: RecordFacts | "unknown";
};

export const noEvidence: Evidence = { attestations: [], receipts: [], tokens: [], proofs: [], crls: [] };

export function joinEvidence(one: Evidence, other: Evidence): Evidence {
  return {
    attestations: [...new Set([...one.attestations, ...other.attestations])],
    receipts: [...one.receipts, ...other.receipts],
    tokens: [...one.tokens, ...other.tokens],
    proofs: [...one.proofs, ...other.proofs],
    crls: [...one.crls, ...other.crls],
    record: one.record ?? other.record,
  };
}

/** A signed statement after the check of its signature; `unchecked` when no keys are known to check it with. */
export type Statement =
  | { text: string; attestation: Attestation; kid: string }
  | { text: string; fault: AttestationIssue | "unchecked" };

export function readStatements({ attestations }: Evidence, { jwks }: Trust): Statement[] {
  return attestations.map((text) => {
    if (jwks.keys.length === 0 && isAttestation(text)) return { text, fault: "unchecked" };
    return { text, ...checkAttestation(text, jwks) };
  });
}

/** True for a text that is built like a signed statement, whoever signed it. */
export function isAttestation(text: string): boolean {
  try {
    attestationIn(text);
    return true;
  } catch {
    return false;
  }
}
