import { sha256 } from "@noble/hashes/sha2.js";
import canonicalize from "canonicalize";
import { encodeBase64url } from "./base64url.ts";

/**
 * When a key was in use. The names and their meaning are those of the historical keys of OpenID Federation 1.0, section
 * 8.7, except for `log_size`; times are NumericDates (seconds since 1970).
 */
export type KeyLife = {
  /** When it was made; statements from before are not its own. */
  iat?: number | undefined;
  /** When it ended. From then on, what it signed counts only with a receipt of the public log. */
  exp?: number | undefined;
  revoked?: { revoked_at: number; reason: string } | undefined;
  /** How many entries the public log had when the key ended; it signed none of the later ones. */
  log_size?: number | undefined;
};

/** An Ed25519 public key (RFC 8037, section 2) as published. */
export type PublicJwk = {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  alg: "EdDSA";
  use: "sig";
} & KeyLife;

/** An ML-DSA-65 public key (RFC 9964) as published, for second signatures. */
export type PostQuantumJwk = {
  kty: "AKP";
  alg: "ML-DSA-65";
  /** 1952 bytes, base64url. */
  pub: string;
  kid: string;
  use: "sig";
} & KeyLife;

/**
 * The content of the public key document: everything a verifier needs. Keys for second signatures have a member of
 * their own, since early verifiers refuse a set of keys with a key of another type in it.
 */
export type Jwks = { keys: PublicJwk[]; post_quantum_keys?: PostQuantumJwk[] | undefined };

/** RFC 7638 thumbprint (SHA-256, base64url) of the public key `x`. */
export function thumbprint(x: string): string {
  const required = canonicalize({ crv: "Ed25519", kty: "OKP", x }) ?? "";
  return encodeBase64url(sha256(new TextEncoder().encode(required)));
}

/**
 * The key ID: the first eight characters of the thumbprint, which keeps QR codes coarse. It only narrows the choice. If
 * two keys share an ID, the check tries both, so a collision does no harm.
 */
export function keyId(x: string): string {
  return thumbprint(x).slice(0, 8);
}
