import { concatBytes } from "@noble/hashes/utils.js";
import { computeHash, type HashName } from "../hash.ts";
import { type ArchiveChain, encodeChains } from "./evidence-record.ts";

/**
 * What a new archive time-stamp has to be over. Objects are whole, or only their SHA-256 is known; those that are not
 * whole can be in a first chain only, whose hash is SHA-256.
 */
export type PreservedObject = { bytes: Uint8Array } | { sha256: Uint8Array };

/** The group of a record's objects: in its first chain, or in a chain that renews the hash tree (RFC 4998, 5.3). */
export function groupObjects(
  objects: PreservedObject[],
  hash: HashName,
  before: ArchiveChain[] = [],
): Uint8Array[] {
  const chains = before.length > 0 ? computeHash(hash, encodeChains(before)) : undefined;
  return objects.flatMap((object) => {
    const own = hashOf(object, hash);
    if (!own) return [];
    return [chains ? computeHash(hash, concatBytes(own, chains)) : own];
  });
}

/** The hash of an object; undefined if it would take bytes that are gone. */
function hashOf(object: PreservedObject, hash: HashName): Uint8Array | undefined {
  if ("bytes" in object) return computeHash(hash, object.bytes);
  return hash === "SHA-256" ? object.sha256 : undefined;
}

/**
 * The group that renews time-stamps (RFC 4998, 5.2): those with this token, and the tokens before it, which some
 * programs want to find as well. `unguessable` is 32 random bytes or more.
 */
export const groupTokens = (tokens: Uint8Array[], hash: HashName, unguessable: Uint8Array): Uint8Array[] => [
  ...tokens.map((token) => computeHash(hash, token)),
  computeHash(hash, unguessable),
];
