import { sha256 } from "@noble/hashes/sha2.js";
import { attestationIn } from "../attestation.ts";

export const saltSize = 32;

/**
 * The entry that stands in the log for an attestation: SHA-256(salt || original || payload), 32 bytes, where
 *
 * - `salt` is 32 random bytes that only who may see the attestation is given,
 * - `original` is the SHA-256 of the original, the 32 bytes behind the hex digits of the attestation's `original`,
 * - `payload` is the attestation's canonical JSON, the base64url-decoded second part of the JWS.
 *
 * Without the salt nobody can tell which document it stands for, not even who has the document. Who has the JWS
 * and the salt recomputes it; the leaf of the log is then SHA-256(00 || entry). Throws when the text is no
 * attestation; its signature is not looked at.
 */
export function commitmentTo(attestation: string, salt: Uint8Array): Uint8Array {
  const { payload, original } = attestationIn(attestation);
  if (salt.length !== saltSize) throw new Error(`A salt has ${saltSize} bytes, not ${salt.length}.`);
  return sha256.create().update(salt).update(original).update(payload).digest();
}
