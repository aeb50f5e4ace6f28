import { sameBytes } from "../hash.ts";
import { nodeHash } from "./merkle.ts";

/** The state of a log: its number of entries and their root hash. */
export type TreeHead = { size: number; hash: Uint8Array };

/** True if the proof leads from the leaf hash of the entry `index` to the head (RFC 9162, 2.1.3.2). */
export function provesInclusion(
  proof: Uint8Array[],
  index: number,
  leaf: Uint8Array,
  head: TreeHead,
): boolean {
  const sides = siblingSides(index, head.size);
  if (index >= head.size || proof.length !== sides.length) return false;
  const top = proof.reduce(
    (hash, sibling, at) => (sides[at] === "left" ? nodeHash(sibling, hash) : nodeHash(hash, sibling)),
    leaf,
  );
  return sameBytes(top, head.hash);
}

/** For each hash of an inclusion proof, whether it is the left or the right sibling (RFC 9162, 2.1.3.2). */
export function siblingSides(index: number, size: number): ("left" | "right")[] {
  const sides: ("left" | "right")[] = [];
  let [position, last] = [index, size - 1];
  while (last > 0) {
    const isLeft = isOdd(position) || position === last;
    sides.push(isLeft ? "left" : "right");
    if (isLeft) [position, last] = climbWhileLeft(position, last);
    [position, last] = [half(position), half(last)];
  }
  return sides;
}

/** True if the proof shows that the later log begins with the earlier one (RFC 9162, 2.1.4.2). */
export function provesConsistency(proof: Uint8Array[], earlier: TreeHead, later: TreeHead): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && sameBytes(earlier.hash, later.hash);
  if (earlier.size === 0) return proof.length === 0;
  const [first, ...rest] = isPowerOfTwo(earlier.size) ? [earlier.hash, ...proof] : proof;
  if (first === undefined) return false;
  let [position, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(position)) [position, last] = [half(position), half(last)];
  let [before, after] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(position) || position === last) {
      [before, after] = [nodeHash(hash, before), nodeHash(hash, after)];
      [position, last] = climbWhileLeft(position, last);
    } else after = nodeHash(after, hash);
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && sameBytes(before, earlier.hash) && sameBytes(after, later.hash);
}

/** Skips the levels at which the subtree at the right edge has no sibling. `position` is above 0. */
function climbWhileLeft(position: number, last: number): [number, number] {
  let [at, end] = [position, last];
  while (!isOdd(at)) [at, end] = [half(at), half(end)];
  return [at, end];
}

// Not with bitwise operators: they are limited to 2^31 entries.
const half = (value: number) => Math.floor(value / 2);
const isOdd = (value: number) => value % 2 === 1;

function isPowerOfTwo(value: number): boolean {
  let odd = value;
  while (odd > 1 && !isOdd(odd)) odd = half(odd);
  return odd === 1;
}
