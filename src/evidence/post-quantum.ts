import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { ml_dsa65 } from "@noble/post-quantum/ml-dsa.js";
import canonicalize from "canonicalize";
import { z } from "zod";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import { sameBytes } from "./hash.ts";
import type { Jwks, PostQuantumJwk } from "./jwk.ts";
import { parseJson, splitJws } from "./jws.ts";
import { rememberChecks } from "./remembered-checks.ts";

/**
 * The second signature over what the service signs with Ed25519 anyway: ML-DSA-65 (FIPS 204), which a quantum computer
 * cannot forge, as compact JWS with the same payload (RFC 9964). It runs in browsers.
 */
export const postQuantumAlgorithm = "ML-DSA-65";

/** Sizes in bytes of a public key and of a signature (FIPS 204, table 2). */
const [publicKeySize, signatureSize] = [1952, 3309];

const headerSchema = z.strictObject({ alg: z.literal(postQuantumAlgorithm), kid: z.string() });

/** RFC 7638 thumbprint (SHA-256, base64url) of a public key; RFC 9964 names the required members. */
export function postQuantumThumbprint(pub: string): string {
  const required = canonicalize({ alg: postQuantumAlgorithm, kty: "AKP", pub }) ?? "";
  return encodeBase64url(sha256(new TextEncoder().encode(required)));
}

/** The key ID: the first eight characters of the thumbprint. */
export const postQuantumKeyId = (pub: string): string => postQuantumThumbprint(pub).slice(0, 8);

/** True for the public part of a key, base64url. */
export const isPostQuantumPublicPart = (pub: string): boolean =>
  decodeBase64url(pub)?.length === publicKeySize;

/**
 * `malformed`: not such a signature; `other-payload`: over something else; `unknown-key`: no published key has its
 * name; `stolen-key`: the key may be in other hands; `forged`: our key did not sign it.
 */
export type SecondSignatureIssue = "malformed" | "other-payload" | "unknown-key" | "stolen-key" | "forged";

const remembered = rememberChecks();

/** Checks a second signature that must be over exactly these bytes. */
export function checkSecondSignature(
  text: string,
  payload: Uint8Array,
  { post_quantum_keys: known = [] }: Jwks,
): { key: PostQuantumJwk } | { error: SecondSignatureIssue } {
  const jws = splitJws(text);
  const header = headerSchema.safeParse(jws && parseJson(jws.header));
  if (!jws || !header.success || jws.signature.length !== signatureSize) return { error: "malformed" };
  if (!sameBytes(jws.payload, payload)) return { error: "other-payload" };
  const keys = known.filter(({ kid }) => kid === header.data.kid);
  if (keys.length === 0) return { error: "unknown-key" };
  const message = new TextEncoder().encode(jws.signed);
  const key = keys.find(({ pub }) => isSignedBy(jws.signature, message, pub));
  if (!key) return { error: "forged" };
  return key.revoked ? { error: "stolen-key" } : { key };
}

function isSignedBy(signature: Uint8Array, message: Uint8Array, pub: string): boolean {
  const publicKey = decodeBase64url(pub);
  if (publicKey?.length !== publicKeySize) return false;
  const facts = [publicKey, signature, message].map((bytes) => bytesToHex(sha256(bytes))).join(" ");
  return remembered(facts, () => ml_dsa65.verify(signature, message, publicKey));
}
