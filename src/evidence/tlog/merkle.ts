import { sha256 } from "@noble/hashes/sha2.js";

/** Size of every hash in the log in bytes. */
export const hashSize = 32;

/**
 * A complete subtree: the one over the entries from index · 2^level to before (index + 1) · 2^level. Its hash never
 * changes after the log has reached that size, so it is computed once and stored.
 */
export type TreeNode = { level: number; index: number };

/** The head of an empty log (RFC 6962, 2.1). */
export const emptyHead: Uint8Array = sha256(new Uint8Array());

/** The leaf hash of an entry: SHA-256(00 || entry). */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256.create().update(leafPrefix).update(entry).digest();
}

/** The hash of two subtrees: SHA-256(01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(nodePrefix).update(left).update(right).digest();
}

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/**
 * The complete subtrees, from left to right, that make up the subtree over the entries from `from` to before `to`.
 * `from` is a multiple of the smallest power of two that is at least the number of entries.
 */
export function nodesOver(from: number, to: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let start = from; start < to; ) {
    let level = 0;
    while (start + 2 ** (level + 1) <= to) level += 1;
    nodes.push({ level, index: start / 2 ** level });
    start += 2 ** level;
  }
  return nodes;
}

/** The hash of the subtree that consists of these complete subtrees, given from left to right. */
export function foldHashes(hashes: Uint8Array[]): Uint8Array {
  return hashes.length === 0 ? emptyHead : hashes.reduceRight((right, left) => nodeHash(left, right));
}
