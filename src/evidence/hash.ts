import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { readFields } from "../formats/der/fields.ts";
import type { Der } from "../formats/der/read.ts";
import { tags } from "../formats/der/tags.ts";
import { readOid } from "../formats/der/values.ts";
import { type Encoded, oid, sequence } from "../formats/der/write.ts";
import { oids } from "./oids.ts";

/** The hashes that evidence may use, by their WebCrypto names. Runs in browsers. */
export type HashName = "SHA-256" | "SHA-384" | "SHA-512";

const hashes = {
  "SHA-256": { digest: sha256, octets: 32, oid: oids.sha256 },
  "SHA-384": { digest: sha384, octets: 48, oid: oids.sha384 },
  "SHA-512": { digest: sha512, octets: 64, oid: oids.sha512 },
};

export const computeHash = (name: HashName, bytes: Uint8Array): Uint8Array => hashes[name].digest(bytes);

/** The length of this hash in octets. */
export const hashLength = (name: HashName) => hashes[name].octets;

export const hashOid = (name: HashName): string => hashes[name].oid;

/** AlgorithmIdentifier of a hash, without parameters (RFC 5754, section 2). */
export const hashAlgorithm = (name: HashName): Encoded => sequence(oid(hashOid(name)));

const namesByOid = new Map<string, HashName>([
  [oids.sha256, "SHA-256"],
  [oids.sha384, "SHA-384"],
  [oids.sha512, "SHA-512"],
]);

/**
 * The hash that an AlgorithmIdentifier names, with parameters absent or NULL; undefined for MD5, SHA-1 and all others.
 */
export function readHashAlgorithm(der: Der): HashName | undefined {
  const fields = readFields(der);
  const name = namesByOid.get(readOid(fields.take(tags.oid)));
  if (name !== undefined) fields.optional(tags.null);
  return fields.isAtEnd() ? name : undefined;
}

/** Not for secrets: the time depends on where the first difference is. */
export const sameBytes = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
