import type { StatedIdentity } from "../stated-identity.ts";
import type { Crl } from "../x509/crl.ts";
import type { KnownList, KnownRecord } from "./membership.ts";

/** The service's record of a serial number, as its API returns it. */
export type RecordFacts = {
  serialNumber: string;
  /** ISO 8601 UTC. */
  processedDate: string;
  documentName: string;
  clientName?: string;
  certificateSha256: string;
} & StatedIdentity &
  (
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
