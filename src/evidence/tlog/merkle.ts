import { sha256 } from "@noble/hashes/sha2.js";

/** Bytes of every hash in the log. */
export const hashSize = 32;

/**
 * A complete subtree: the one over the entries from index · 2^level up to, not with, (index + 1) · 2^level. Its
 * hash never changes once the log is that long, so it is computed once and kept.
 */
export type TreeNode = { level: number; index: number };

/** The head of an empty log (RFC 6962, 2.1). */
export const emptyHead: Uint8Array = sha256(new Uint8Array());

/** The leaf of an entry: SHA-256(00 || entry). */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256.create().update(leafPrefix).update(entry).digest();
}

/** The hash over two subtrees: SHA-256(01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(nodePrefix).update(left).update(right).digest();
}

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/**
 * The complete subtrees, from left to right, that together are the subtree over the entries from `from` up to
 * `to`. `from` is a multiple of the smallest power of two that is not below the number of entries.
 */
export function nodesOver(from: number, to: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let start = from; start < to; ) {
    let level = 0;
    while (start % 2 ** (level + 1) === 0 && start + 2 ** (level + 1) <= to) level += 1;
    nodes.push({ level, index: start / 2 ** level });
    start += 2 ** level;
  }
  return nodes;
}

/** The hash of the subtree that consists of these complete ones, given from left to right. */
export function foldHashes(hashes: Uint8Array[]): Uint8Array {
  return hashes.length === 0 ? emptyHead : hashes.reduceRight((right, left) => nodeHash(left, right));
}
