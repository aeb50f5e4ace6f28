import { createPublicKey, verify } from "node:crypto";
import { encodeBase64url } from "../base64url.ts";
import type { EcPublicKey } from "./public-key.ts";
import { isSignedBy } from "./signed.ts";

const coordinateOctets: Record<EcPublicKey["curve"], number> = { "P-256": 32, "P-384": 48, "P-521": 66 };

/**
 * The same result as `isSignedBy`, without its precomputed tables, for keys whose point is uncompressed, as ours are;
 * all other keys are passed to `isSignedBy`. Server only: browsers must not import it.
 */
export const isSignedByNatively: typeof isSignedBy = (signed, key) => {
  const { tbs, algorithm, signature } = signed;
  const publicKey = key.kind === "EC" ? nativeKey(key) : undefined;
  if (!publicKey || algorithm?.kind !== "EC" || !algorithm.hash) return isSignedBy(signed, key);
  return verify(algorithm.hash.replace("-", "").toLowerCase(), tbs, publicKey, signature);
};

/** Undefined for a point that is compressed (SEC 1, 2.3.3) or not on the curve. */
function nativeKey({ curve, point }: EcPublicKey) {
  const octets = coordinateOctets[curve];
  if (point[0] !== 4 || point.length !== 1 + 2 * octets) return undefined;
  const [x, y] = [point.slice(1, 1 + octets), point.slice(1 + octets)].map(encodeBase64url);
  try {
    return createPublicKey({ key: { kty: "EC", crv: curve, x, y }, format: "jwk" });
  } catch {
    return undefined;
  }
}
