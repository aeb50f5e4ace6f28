import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { wellFormed } from "../../formats/der/malformed.ts";
import { parseSha256Sums } from "../../formats/sha256sums.ts";
import { type CollectionStatement, commitToList } from "../collection-statement.ts";
import { type EvidenceRecord, readEvidenceRecord } from "../ers/evidence-record.ts";
import {
  buildHashTree,
  deriveListSalt,
  isNonceSource,
  maxFiles,
  secretSize,
  treeDepth,
} from "../ers/hash-tree.ts";
import { findRoot } from "../ers/verify-record.ts";

/** An evidence record; `index` is the file's position in the collection, from 0, according to the service. */
export type KnownRecord = { bytes: Uint8Array; index?: number };

/** SHA256SUMS of a collection, and the secret of its hash tree. */
export type KnownList = { sums: string; secret: Uint8Array };

/** A root that a file leads to: as one of `files` if the complete list is known, or through a record of this depth. */
export type Membership = {
  /** Lower-case hex. */
  root: string;
  depth: number;
  files?: number;
  index?: number;
  record?: EvidenceRecord;
};

/**
 * The collections that a file belongs to according to records, no matter who made them, and to the lists that one of
 * the signed `statements` commits to. For its collection, such a list takes precedence over any record. `bytes`: the
 * file, if it was read.
 */
export function findMemberships(
  { sha256, bytes }: { sha256: string; bytes?: Uint8Array | undefined },
  { records, lists }: { records: KnownRecord[]; lists: KnownList[] },
  statements: readonly Pick<CollectionStatement, "root" | "files" | "list">[],
): Membership[] {
  const signed = lists.filter((list) => statements.some((statement) => commitsToList(list, statement)));
  const listed = new Set(signed.map((list) => readList(list)?.root));
  const recorded = bytes && isNonceSource(bytes) ? [] : records.flatMap((one) => inRecord(sha256, one));
  const inLists = signed.flatMap((list) => inList(sha256, list));
  const places = new Set(inLists.map(({ root }) => root));
  return [...inLists, ...recorded.filter(({ root }) => !listed.has(root) || places.has(root))];
}

/**
 * True if a membership is one of the collection with this root and this many files. The depth tells a file from 64
 * bytes that are the nodes below another node.
 */
export const isMember = (
  { root, depth, files }: Membership,
  collection: Pick<CollectionStatement, "root" | "files">,
) =>
  root === collection.root &&
  depth === treeDepth(collection.files) &&
  (files ?? collection.files) === collection.files;

/** The fingerprints in a list of files, in order; undefined for any other text. */
export const hashesIn = (sums: string): string[] | undefined =>
  parseSha256Sums(sums)?.map(({ sha256 }) => sha256);

type ReadList = { root: string; places: Map<string, number>; files: number };
const readLists = new WeakMap<KnownList, { list: ReadList | undefined }>();

/** The list with its root; undefined if it is not one. Computed once for each list. */
function readList(known: KnownList): ReadList | undefined {
  const read = readLists.get(known) ?? { list: computeList(known) };
  readLists.set(known, read);
  return read.list;
}

const commitments = new WeakMap<KnownList, string>();

/**
 * True if the signed statement commits to this list and its root. The commitment is compared first: the tree of a list
 * that no one signed is not computed.
 */
export function commitsToList(
  known: KnownList,
  statement: Pick<CollectionStatement, "root" | "files" | "list">,
): boolean {
  const commitment = commitments.get(known) ?? commitToList(deriveListSalt(known.secret), known.sums);
  commitments.set(known, commitment);
  if (commitment !== statement.list) return false;
  const list = readList(known);
  return list?.root === statement.root && list.files === statement.files;
}

function computeList({ sums, secret }: KnownList): ReadList | undefined {
  const files = parseSha256Sums(sums);
  if (!files || files.length === 0 || files.length > maxFiles || secret.length !== secretSize)
    return undefined;
  const places = new Map<string, number>();
  const hashes = new Uint8Array(files.length * 32);
  for (const [index, { sha256 }] of files.entries()) {
    if (!places.has(sha256)) places.set(sha256, index);
    hashes.set(hexToBytes(sha256), index * 32);
  }
  return { root: bytesToHex(buildHashTree(secret, hashes).root), places, files: files.length };
}

function inList(sha256: string, known: KnownList): Membership[] {
  const list = readList(known);
  const index = list?.places.get(sha256);
  if (!list || index === undefined) return [];
  return [{ root: list.root, depth: treeDepth(list.files), files: list.files, index }];
}

function inRecord(sha256: string, known: KnownRecord): Membership[] {
  const { record, first } = readRecord(known) ?? {};
  if (!record || sha256 === "" || (first && !first.has(sha256))) return [];
  const root = findRoot(record, hexToBytes(sha256));
  if (typeof root === "string") return [];
  const { reduced } = record;
  const depth = reduced ? reduced.length - 1 : -1;
  const { index } = known;
  return [{ root: bytesToHex(root), depth, record, ...(index === undefined ? {} : { index }) }];
}

/** `first`: its first list of hashes, in hex, which has the file's. */
type ReadRecord = { record: EvidenceRecord; first: Set<string> | undefined };
const readRecords = new WeakMap<KnownRecord, { read: ReadRecord | undefined }>();

/** The record; undefined if it is not one that we support. Parsed once for each record. */
export function readRecord(known: KnownRecord): ReadRecord | undefined {
  const stored = readRecords.get(known) ?? { read: parseRecord(known) };
  readRecords.set(known, stored);
  return stored.read;
}

function parseRecord({ bytes }: KnownRecord): ReadRecord | undefined {
  const record = wellFormed(() => readEvidenceRecord(bytes));
  if (!record || record === "unsupported") return undefined;
  const [hashes] = record.reduced ?? [];
  return { record, first: hashes && new Set(hashes.map(bytesToHex)) };
}
