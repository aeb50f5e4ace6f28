import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { encodeBase64url } from "./base64url.ts";
import type { isSignedBy } from "./jws.ts";
import type { isEd25519 } from "./tlog/signed-note.ts";

// Server only: browsers must not import this file.

const publicKeys = new Map<string, KeyObject>();

/**
 * The same result as `isSignedBy`, 20 times faster. Only for keys that we made: it does not reject small-order keys.
 */
export const isJwsSignedNatively: typeof isSignedBy = ({ signed, signature }, x) =>
  verify(null, new TextEncoder().encode(signed), importPublicKey(x), signature);

/** The same for `isEd25519`; it also needs no precomputed tables. */
export const isEd25519Natively: typeof isEd25519 = (signature, message, publicKey) =>
  verify(null, message, importPublicKey(encodeBase64url(publicKey)), signature);

function importPublicKey(x: string): KeyObject {
  const known = publicKeys.get(x);
  const key = known ?? createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  if (!known) publicKeys.set(x, key);
  return key;
}
