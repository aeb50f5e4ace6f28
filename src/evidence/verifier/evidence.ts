import { type Attestation, type AttestationIssue, attestationIn, checkAttestation } from "../attestation.ts";
import {
  type CollectionStatement,
  checkCollectionStatement,
  collectionStatementIn,
} from "../collection-statement.ts";
import type { PublicJwk } from "../jwk.ts";
import type { Crl } from "../x509/crl.ts";
import type { KnownList, KnownRecord } from "./membership.ts";
import type { Trust } from "./trust.ts";

/** The service's record of a serial number, as its API returns it. */
export type RecordFacts = {
  serialNumber: string;
  /** ISO 8601 UTC. */
  processedDate: string;
  documentName: string;
  clientName?: string;
  certificateSha256: string;
} & (
  | { originalSha256: string; stampedSha256: string }
  /** For a collection: the root of its hash tree, and the number of files. */
  | { root: string; fileCount: number }
);

/** A bare time-stamp token; `about` is what it must be over, if its source says so. */
export type KnownToken = { bytes: Uint8Array; about?: "original" | "stamped" | "checkpoint" };

/** An OpenTimestamps proof; `about` is set if it came as the proof over the checkpoint of a receipt. */
type KnownProof = { bytes: Uint8Array; about?: "checkpoint" };

/** All known evidence outside the file itself, from any source; none of it is trusted unchecked. */
export type Evidence = {
  /** Attestations, compact JWS. */
  attestations: string[];
  /** Receipts of the public log, .tlog-proof, which came with one of the attestations as its receipt. */
  receipts: string[];
  /** Receipts that came from anywhere: they may be about something else. */
  looseReceipts?: string[];
  tokens: KnownToken[];
  proofs: KnownProof[];
  /** Headers of Bitcoin blocks, each from the block of a proof on (see `confirmBlock`). */
  headers: Uint8Array[];
  /** Evidence records (.ers) and lists of collections. */
  records: KnownRecord[];
  lists: KnownList[];
  /** Fingerprints that are not in the collection in question, as the service says. */
  absent?: string[];
  /** Revocation lists, which only count if a trusted root signed them. */
  crls: Crl[];
  /** Undefined if the service could not be reached; `unknown` if it has no record. */
  record?: RecordFacts | "unknown";
};

export const noEvidence: Evidence = {
  attestations: [],
  receipts: [],
  tokens: [],
  proofs: [],
  headers: [],
  records: [],
  lists: [],
  crls: [],
};

/** The receipts from every source: those that came with an attestation first. */
export const allReceipts = ({
  receipts,
  looseReceipts = [],
}: Pick<Evidence, "receipts" | "looseReceipts">): string[] => [...receipts, ...looseReceipts];

export function joinEvidence(one: Evidence, other: Evidence): Evidence {
  return {
    attestations: [...new Set([...one.attestations, ...other.attestations])],
    receipts: [...one.receipts, ...other.receipts],
    looseReceipts: [...(one.looseReceipts ?? []), ...(other.looseReceipts ?? [])],
    tokens: [...one.tokens, ...other.tokens],
    proofs: [...one.proofs, ...other.proofs],
    headers: [...one.headers, ...other.headers],
    records: [...one.records, ...other.records],
    lists: [...one.lists, ...other.lists],
    absent: [...(one.absent ?? []), ...(other.absent ?? [])],
    crls: [...one.crls, ...other.crls],
    record: one.record ?? other.record,
  };
}

/**
 * An attestation after the check of its signature; `unchecked` if no keys are known; `ended-key` or `stolen-key` if its
 * key is no longer in use and no receipt shows that it was when it signed (ended-key.ts). For a collection,
 * `attestation` has the root in the place of the files.
 */
export type Statement =
  | { text: string; attestation: Attestation; key: PublicJwk; collection?: CollectionStatement }
  | { text: string; error: AttestationIssue | "unchecked" | "ended-key" | "stolen-key" };

/** Checks the signature of an attestation; the result depends on nothing else. */
export function readStatement(text: string, { jwks }: Pick<Trust, "jwks">): Statement {
  if (jwks.keys.length === 0 && isAttestation(text)) return { text, error: "unchecked" };
  const ofCollection = checkCollectionStatement(text, jwks);
  if ("error" in ofCollection) return { text, ...checkAttestation(text, jwks) };
  const { statement: collection, key } = ofCollection;
  const { v, serial, time, name, client, root } = collection;
  return {
    text,
    attestation: { v, serial, time, name, ...(client && { client }), original: root, stamped: root },
    key,
    collection,
  };
}

/** True for a text with the structure of an attestation, no matter who signed it. */
export function isAttestation(text: string): boolean {
  if (collectionStatementIn(text)) return true;
  try {
    attestationIn(text);
    return true;
  } catch {
    return false;
  }
}
