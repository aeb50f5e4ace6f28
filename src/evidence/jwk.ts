import { sha256 } from "@noble/hashes/sha2.js";
import canonicalize from "canonicalize";
import { encodeBase64url } from "./base64url.ts";

/** An Ed25519 public key (RFC 8037, section 2) as it is published. */
export type PublicJwk = { kty: "OKP"; crv: "Ed25519"; x: string; kid: string; alg: "EdDSA"; use: "sig" };

/** Everything a checker needs: the content of the public key document. */
export type Jwks = { keys: PublicJwk[] };

/** RFC 7638 thumbprint (SHA-256, base64url) of the public key `x`. */
export function thumbprint(x: string): string {
  const required = canonicalize({ crv: "Ed25519", kty: "OKP", x }) ?? "";
  return encodeBase64url(sha256(new TextEncoder().encode(required)));
}

/**
 * The key's name: the first eight characters of its thumbprint, to keep QR codes coarse. It only narrows the
 * choice of keys; two keys of one name are both tried, so that a collision does no harm.
 */
export function keyId(x: string): string {
  return thumbprint(x).slice(0, 8);
}
