import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import { type Jwks, type KeyLife, keyId } from "./jwk.ts";
import { parseJson } from "./jws.ts";
import { type PostQuantumVerifyingKey, publicPostQuantumJwks } from "./post-quantum-key.ts";
import { keyLifeMembers } from "./read-jwks.ts";

// Server only: browsers must not import this file.

const publicJwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  ...keyLifeMembers,
});
const privateJwk = z.object({ ...publicJwk.shape, d: z.string() });

/** A private key of this service (RFC 8037, section 2). `kid` is derived from the public part. */
export type SigningKey = { kid: string; jwk: z.infer<typeof privateJwk> };

/** The public part of a key. It stays published after the key is retired. Every `SigningKey` is one. */
export type VerifyingKey = { kid: string; jwk: z.infer<typeof publicJwk> };

/** A new Ed25519 key from 32 bytes of the system's random source; `iat`: when it was made, NumericDate. */
export function createSigningKey(
  random: (bytes: number) => Uint8Array,
  life: Pick<KeyLife, "iat"> = {},
): SigningKey {
  const seed = random(32);
  const x = derivePublicPart(seed);
  return { kid: keyId(x), jwk: { kty: "OKP", crv: "Ed25519", x, d: encodeBase64url(seed), ...life } };
}

/** The PKCS#8 bytes before the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const pkcs8Start = Buffer.from("302e020100300506032b657004220420", "hex");

function derivePublicPart(seed: Uint8Array): string {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Start, seed]),
    format: "der",
    type: "pkcs8",
  });
  const info = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return encodeBase64url(info.subarray(-32));
}

const privateKeys = new WeakMap<SigningKey, KeyObject>();

/** The signature of a message; the key is parsed only once. */
export function signEd25519(message: Uint8Array, key: SigningKey): Uint8Array {
  const privateKey = privateKeys.get(key) ?? createPrivateKey({ key: key.jwk, format: "jwk" });
  privateKeys.set(key, privateKey);
  return sign(null, message, privateKey);
}

/** The private JWK as one line of JSON. Store it where only the service can read it. */
export function serializeSigningKey(key: SigningKey): string {
  return `${JSON.stringify(key.jwk)}\n`;
}

/** Reads the output of `serializeSigningKey`. Refuses a public part that does not match the private part. */
export function parseSigningKey(text: string): SigningKey {
  const jwk = readJwk(text);
  const seed = jwk && decodeBase64url(jwk.d);
  if (!jwk || seed?.length !== 32 || derivePublicPart(seed) !== jwk.x) {
    throw new AppError(
      "internal",
      "signing-key-damaged",
      "The signing key is damaged: restore it from a backup.",
    );
  }
  return { kid: keyId(jwk.x), jwk };
}

/** The public JWK as one line of JSON. */
export function serializeVerifyingKey({ jwk }: VerifyingKey): string {
  return `${JSON.stringify(publicPart(jwk))}\n`;
}

/** The members that are not secret. */
function publicPart({ kty, crv, x, iat, exp, revoked, log_size }: VerifyingKey["jwk"]): VerifyingKey["jwk"] {
  const life = { iat, exp, revoked, log_size };
  return {
    kty,
    crv,
    x,
    ...Object.fromEntries(Object.entries(life).filter(([, value]) => value !== undefined)),
  };
}

/** Reads the output of `serializeVerifyingKey`; undefined for anything else. */
export function parseVerifyingKey(text: string): VerifyingKey | undefined {
  const jwk = publicJwk.safeParse(parseJson(new TextEncoder().encode(text))).data;
  return jwk && decodeBase64url(jwk.x)?.length === 32 ? { kid: keyId(jwk.x), jwk } : undefined;
}

function readJwk(text: string): SigningKey["jwk"] | undefined {
  return privateJwk.safeParse(parseJson(new TextEncoder().encode(text))).data;
}

/**
 * The public parts, for publication. Include retired keys: older QR codes need them. `postQuantum`: those of second
 * signatures.
 */
export function publicJwks(keys: VerifyingKey[], postQuantum: PostQuantumVerifyingKey[] = []): Jwks {
  return {
    keys: keys.map(({ kid, jwk }) => ({ ...publicPart(jwk), kid, alg: "EdDSA", use: "sig" })),
    ...(postQuantum.length > 0 && { post_quantum_keys: publicPostQuantumJwks(postQuantum) }),
  };
}
