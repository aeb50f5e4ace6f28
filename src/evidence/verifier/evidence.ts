import { type Attestation, type AttestationIssue, attestationIn, checkAttestation } from "../attestation.ts";
import type { Crl } from "../x509/crl.ts";
import type { Trust } from "./trust.ts";

/** The service's record of a serial number, as its API returns it. */
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

/** A bare time-stamp token; `about` is what it must be over, if its source says so. */
export type KnownToken = { bytes: Uint8Array; about?: "original" | "stamped" | "checkpoint" };

/** An OpenTimestamps proof; `about` is set if it came as the proof over the checkpoint of a receipt. */
type KnownProof = { bytes: Uint8Array; about?: "checkpoint" };

/** All known evidence outside the file itself, from any source; none of it is trusted unchecked. */
export type Evidence = {
  /** Attestations, compact JWS. */
  attestations: string[];
  /** Receipts of the public log, .tlog-proof. */
  receipts: string[];
  tokens: KnownToken[];
  proofs: KnownProof[];
  /** Revocation lists, which only count if a trusted root signed them. */
  crls: Crl[];
  /** Undefined if the service could not be asked; `unknown` if it has no record. */
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

/** An attestation after the check of its signature; `unchecked` if no keys are known. */
export type Statement =
  | { text: string; attestation: Attestation; kid: string }
  | { text: string; error: AttestationIssue | "unchecked" };

export function readStatements({ attestations }: Evidence, { jwks }: Trust): Statement[] {
  return attestations.map((text) => {
    if (jwks.keys.length === 0 && isAttestation(text)) return { text, error: "unchecked" };
    return { text, ...checkAttestation(text, jwks) };
  });
}

/** True for a text with the structure of an attestation, whoever signed it. */
export function isAttestation(text: string): boolean {
  try {
    attestationIn(text);
    return true;
  } catch {
    return false;
  }
}
