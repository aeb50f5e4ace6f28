import { sha256 } from "@noble/hashes/sha2.js";
import { adoptionStatementIn } from "../adoption-statement.ts";
import { attestationIn } from "../attestation.ts";
import { collectionStatementIn } from "../collection-statement.ts";

export const saltSize = 32;

/**
 * The log entry of an attestation: SHA-256(salt || original || payload), 32 bytes, where
 *
 * - `salt` is 32 random bytes that are disclosed only to those who may see the attestation,
 * - `original` is the SHA-256 of the original, the 32 bytes of the hex digits in the attestation's `original`; for a
 *   collection, the root of its hash tree, and for an adoption (adoption-statement.ts), that of the adopted log: the
 *   attestation's `root`,
 * - `payload` is the attestation's canonical JSON, the base64url-decoded second part of the JWS.
 *
 * Without the salt, the entry cannot be linked to a document, not even by someone who has the document. With the JWS
 * and the salt, anyone can recompute it; the leaf of the log is then SHA-256(00 || entry). Throws if the text is not an
 * attestation; does not verify its signature.
 */
export function commitmentTo(attestation: string, salt: Uint8Array): Uint8Array {
  if (salt.length !== saltSize) throw new Error(`A salt has ${saltSize} bytes, not ${salt.length}.`);
  const withRoot = collectionStatementIn(attestation) ?? adoptionStatementIn(attestation);
  const { payload, original } = withRoot
    ? { payload: withRoot.payload, original: withRoot.root }
    : attestationIn(attestation);
  return sha256.create().update(salt).update(original).update(payload).digest();
}
