import { concatBytes } from "@noble/hashes/utils.js";
import { computeHash, type HashName } from "../hash.ts";
import { compareHashes, type ReducedHashTree } from "./hash-tree.ts";

/**
 * A hash tree over groups of hashes (RFC 4998, 4.2): the objects of many attestations, or the tokens of many earlier
 * trees, under one time-stamp. A node without a partner moves up alone. A group has two hashes or more, since programs
 * read a list of one in different ways, and at least one that no one can guess, since other records show the hash of
 * the group. Runs in browsers.
 */
export function reduceGroups(
  groups: Uint8Array[][],
  hash: HashName,
): { root: Uint8Array; reduced: ReducedHashTree[] } {
  const sorted = groups.map(sortedGroup);
  if (sorted.length === 0 || sorted.some(({ length }) => length < 2))
    throw new RangeError("A group is too small.");
  const paths: Uint8Array[][][] = sorted.map((group) => [group]);
  let nodes = sorted.map((group) => computeHash(hash, concatBytes(...group)));
  for (let level = 0; nodes.length > 1; level++) {
    const current = nodes;
    for (const [at, path] of paths.entries()) {
      const sibling = current[(at >> level) ^ 1];
      if (sibling) path.push([sibling]);
    }
    nodes = Array.from({ length: Math.ceil(current.length / 2) }, (_, at) => {
      const pair = current.slice(2 * at, 2 * at + 2).toSorted(compareHashes);
      return pair.length === 2 ? computeHash(hash, concatBytes(...pair)) : (pair[0] ?? new Uint8Array());
    });
  }
  return { root: nodes[0] ?? new Uint8Array(), reduced: paths };
}

/** In binary ascending order, each hash once: RFC 4998 has no place for a second one. */
const sortedGroup = (group: Uint8Array[]) =>
  group
    .toSorted(compareHashes)
    .filter((one, at, all) => at === 0 || compareHashes(one, all[at - 1] ?? one) !== 0);
