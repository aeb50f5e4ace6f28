import { concatBytes } from "@noble/hashes/utils.js";
import { computeHash, type HashName } from "../hash.ts";
import { type ArchiveChain, encodeChains } from "./evidence-record.ts";

/** What a new archive time-stamp has to be over: whole, or only some of its hashes. */
export type PreservedObject = { bytes: Uint8Array } | { digests: Partial<Record<HashName, Uint8Array>> };

/**
 * The group of a record's objects: in its first chain, or in a chain that renews the hash tree (RFC 4998, 5.3). Without
 * those whose hash is not known.
 */
export function groupObjects(
  objects: PreservedObject[],
  hash: HashName,
  before: ArchiveChain[] = [],
): Uint8Array[] {
  const chains = before.length > 0 ? computeHash(hash, encodeChains(before)) : undefined;
  return objects.flatMap((object) => {
    const own = "bytes" in object ? computeHash(hash, object.bytes) : object.digests[hash];
    if (!own) return [];
    return [chains ? computeHash(hash, concatBytes(own, chains)) : own];
  });
}

/**
 * The group that renews time-stamps (RFC 4998, 5.2): those with this token, and the tokens before it, which some
 * programs want to find as well. `unguessable` is 32 random bytes or more.
 */
export const groupTokens = (tokens: Uint8Array[], hash: HashName, unguessable: Uint8Array): Uint8Array[] => [
  ...tokens.map((token) => computeHash(hash, token)),
  computeHash(hash, unguessable),
];
