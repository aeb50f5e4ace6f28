import { ml_dsa44 } from "@noble/post-quantum/ml-dsa.js";
import type { Checkpoint } from "./checkpoint.ts";

/** Size of an ML-DSA-44 signature (FIPS 204) in bytes. */
const signatureSize = 2420;

/**
 * The message that a cosigner signs with ML-DSA-44 (c2sp.org/tlog-cosignature, cosigned_message): its name, the time in
 * whole seconds since 1970 or 0 for none, and the log's tree from its first entry. Undefined for a name that is too
 * long.
 */
export function cosignedTree(name: string, time: number, head: Checkpoint): Uint8Array | undefined {
  const [cosigner, origin] = [name, head.origin].map((text) => new TextEncoder().encode(text));
  if (!cosigner || !origin || cosigner.length > 255 || origin.length > 255) return undefined;
  return Uint8Array.of(
    ...new TextEncoder().encode("subtree/v1\n\0"),
    ...[cosigner.length, ...cosigner],
    ...uint64(time),
    ...[origin.length, ...origin],
    ...uint64(0),
    ...uint64(head.size),
    ...head.hash,
  );
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Verifies a signature (FIPS 204, algorithm 3) with an empty context. */
export function isMlDsa(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return signature.length === signatureSize && ml_dsa44.verify(signature, message, publicKey);
}
