import { foldHashes, nodesOver, type TreeNode } from "./merkle.ts";

/** Returns the hashes of complete subtrees in the requested order. */
export type ReadNodes = (nodes: TreeNode[]) => Uint8Array[] | Promise<Uint8Array[]>;

/** Entries from the first number to before the second. */
type Range = [from: number, to: number];

/** The head of the log when it had `size` entries (RFC 6962, 2.1). */
export async function treeHead(size: number, read: ReadNodes): Promise<Uint8Array> {
  return foldHashes(await read(nodesOver(0, size)));
}

/**
 * The inclusion proof of the entry `index` in the log of `size` entries (RFC 6962, 2.1.1), from the leaf's sibling up
 * to the child of the root. At most one hash per level.
 */
export async function inclusionProof(index: number, size: number, read: ReadNodes): Promise<Uint8Array[]> {
  if (!isIndex(index, size)) throw new Error(`A log of ${size} entries has no entry ${index}.`);
  return computeHashes(siblings(index, [0, size]), read);
}

/** The proof that the log of `size` entries begins with the one of `oldSize` (RFC 6962, 2.1.2). */
export async function consistencyProof(
  oldSize: number,
  size: number,
  read: ReadNodes,
): Promise<Uint8Array[]> {
  if (!isIndex(oldSize, size + 1)) throw new Error(`A log of ${size} entries never had ${oldSize}.`);
  return oldSize === 0 ? [] : computeHashes(newcomers(oldSize, [0, size], true), read);
}

function siblings(index: number, [from, to]: Range): Range[] {
  if (to - from === 1) return [];
  const middle = split([from, to]);
  return index < middle
    ? [...siblings(index, [from, middle]), [middle, to]]
    : [...siblings(index, [middle, to]), [from, middle]];
}

/** SUBPROOF of the RFC; `isKnown` while the old head itself is the hash of the subtree. */
function newcomers(oldSize: number, [from, to]: Range, isKnown: boolean): Range[] {
  if (oldSize === to) return isKnown ? [] : [[from, to]];
  const middle = split([from, to]);
  return oldSize <= middle
    ? [...newcomers(oldSize, [from, middle], isKnown), [middle, to]]
    : [...newcomers(oldSize, [middle, to], false), [from, middle]];
}

/** Where a subtree splits: after the largest power of two below its number of entries. */
function split([from, to]: Range): number {
  let width = 1;
  while (width * 2 < to - from) width *= 2;
  return from + width;
}

/** Reads all nodes in one call, then computes the hash of each subtree. */
async function computeHashes(ranges: Range[], read: ReadNodes): Promise<Uint8Array[]> {
  const groups = ranges.map(([from, to]) => nodesOver(from, to));
  const hashes = await read(groups.flat());
  let at = 0;
  return groups.map((group) => {
    at += group.length;
    return foldHashes(hashes.slice(at - group.length, at));
  });
}

function isIndex(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && index >= 0 && index < size;
}
