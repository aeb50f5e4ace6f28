import { wellFormed } from "../../formats/der/malformed.ts";
import { sameBytes } from "../hash.ts";
import {
  type TimeStamp,
  type TimeStampIssue,
  type TokenExpectation,
  verifyTimeStampToken,
} from "../tsp/token.ts";
import { type EvidenceRecord, readEvidenceRecord } from "./evidence-record.ts";
import { computeRoot, treeDepth } from "./hash-tree.ts";
import { findRenewed, isUnsound, verifyRenewals } from "./verify-renewals.ts";

/** What a record must prove, and the trusted authorities. */
export type RecordExpectation = Omit<TokenExpectation, "imprint" | "nonce"> & {
  /** The SHA-256 of the file. */
  file: Uint8Array;
  /** The root and the number of files in the collection's signed statement. */
  collection?: { root: Uint8Array; files: number };
};

/**
 * `not-this-file`: about another file; `not-this-collection`: about a file of another collection, or about a node of
 * this one's hash tree instead of a file; the rest as for time-stamps.
 */
type RecordIssue = TimeStampIssue | "not-this-file" | "not-this-collection";

export type RecordCheck = { root: Uint8Array; timeStamp: TimeStamp } | { error: RecordIssue };

/**
 * Verifies an evidence record (RFC 4998, 5.3) for a file: its hash is in the first list, the lists lead to a root, the
 * time-stamp token is over that root and valid, and no renewal is broken or late. Never throws, whatever the bytes are.
 * Runs in browsers.
 */
export function verifyEvidenceRecord(bytes: Uint8Array, expected: RecordExpectation): RecordCheck {
  const record = wellFormed(() => readEvidenceRecord(bytes));
  if (!record) return { error: "malformed" };
  if (record === "unsupported") return { error: "unsupported" };
  const root = findRoot(record, expected.file);
  if (typeof root === "string") return { error: root };
  if (expected.collection && !isOfCollection(record, root, expected.collection))
    return { error: "not-this-collection" };
  const renewals = verifyRenewals(record, { sha256: expected.file }, expected);
  const wrong = renewals.flatMap((one) => (one && isUnsound(one) ? one : []))[0];
  if (wrong) return wrong;
  const check = verifyTimeStampToken(record.token, {
    ...expected,
    imprint: { hash: "SHA-256", digest: root },
    existedBy: findRenewed(renewals) ?? expected.existedBy,
  });
  return "error" in check ? check : { root, timeStamp: check.timeStamp };
}

/** The root above the file, or the reason why there is none. The token is not verified. */
export function findRoot(
  { hash, reduced }: EvidenceRecord,
  file: Uint8Array,
): Uint8Array | "unsupported" | "not-this-file" {
  if (hash !== "SHA-256") return "unsupported";
  if (!reduced) return file;
  if (!reduced[0]?.some((hash) => sameBytes(hash, file))) return "not-this-file";
  return computeRoot(reduced) ?? "unsupported";
}

/**
 * RFC 4998 does not mark which hashes are of files and which of nodes: without a check of the depth, the 64 bytes below
 * a node could be presented as a file.
 */
function isOfCollection(
  { reduced }: EvidenceRecord,
  root: Uint8Array,
  collection: { root: Uint8Array; files: number },
): boolean {
  return reduced?.length === treeDepth(collection.files) + 1 && sameBytes(root, collection.root);
}
