import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { isSignedBy } from "./jws.ts";

const publicKeys = new Map<string, KeyObject>();

/**
 * What `isSignedBy` says, in a twentieth of its time, for keys of our own making: that a key is of small order, which
 * anybody's may be, is not looked at. Server only: browsers must not import it.
 */
export const isSignedNatively: typeof isSignedBy = ({ signed, signature }, x) => {
  const known = publicKeys.get(x);
  const key = known ?? createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  if (!known) publicKeys.set(x, key);
  return verify(null, new TextEncoder().encode(signed), key, signature);
};
