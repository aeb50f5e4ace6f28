import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { encodeBase64url } from "./base64url.ts";
import type { KeyLife, PostQuantumJwk } from "./jwk.ts";
import { parseJson, signingInput } from "./jws.ts";
import { isPostQuantumPublicPart, postQuantumAlgorithm, postQuantumKeyId } from "./post-quantum.ts";
import { keyLifeMembers } from "./read-jwks.ts";

// Server only: browsers must not import this file.

const publicJwk = z.strictObject({
  kty: z.literal("AKP"),
  alg: z.literal(postQuantumAlgorithm),
  pub: z.string().refine(isPostQuantumPublicPart),
  ...keyLifeMembers,
});
/** `priv`: the seed of 32 bytes (RFC 9964). */
const privateJwk = z.strictObject({ ...publicJwk.shape, priv: z.string() });

/** The public part of a key for second signatures. It stays published after the key is retired. */
export type PostQuantumVerifyingKey = { kid: string; jwk: z.infer<typeof publicJwk> };
/** A private key for second signatures, ML-DSA-65 (FIPS 204) as JWK of type AKP (RFC 9964). */
export type PostQuantumKey = { kid: string; jwk: z.infer<typeof privateJwk> };

/** `current` signs; `all` are published, so that second signatures in earlier packs can still be verified. */
export type PostQuantumKeys = { current: PostQuantumKey; all: PostQuantumVerifyingKey[] };

/** A new key from the system's random source; `iat`: when it was made, NumericDate. */
export function createPostQuantumKey(life: Pick<KeyLife, "iat"> = {}): PostQuantumKey {
  const { privateKey } = generateKeyPairSync("ml-dsa-65");
  return named(privateJwk.parse({ ...privateKey.export({ format: "jwk" }), ...life }));
}

const named = <Jwk extends { pub: string }>(jwk: Jwk) => ({ kid: postQuantumKeyId(jwk.pub), jwk });

const privateKeys = new WeakMap<PostQuantumKey, KeyObject>();

function openPrivateKey(key: PostQuantumKey): KeyObject {
  const { kty, alg, pub, priv } = key.jwk;
  const jwk = { kty, alg, pub, priv };
  const opened = privateKeys.get(key) ?? createPrivateKey({ key: jwk, format: "jwk" });
  privateKeys.set(key, opened);
  return opened;
}

/** The second signature over these bytes, compact JWS. It is randomized: each call gives another text. */
export function signSecond(payload: Uint8Array, key: PostQuantumKey): string {
  const input = signingInput({ alg: postQuantumAlgorithm, kid: key.kid }, payload);
  return `${input}.${encodeBase64url(sign(null, new TextEncoder().encode(input), openPrivateKey(key)))}`;
}

/** The private JWK as one line of JSON. Store it where only the service can read it. */
export const serializePostQuantumKey = ({ jwk }: PostQuantumKey): string => `${JSON.stringify(jwk)}\n`;

/** Reads it again. Throws AppError if it is damaged or its public part does not match the private part. */
export function parsePostQuantumKey(text: string): PostQuantumKey {
  const read = privateJwk.safeParse(parseJson(new TextEncoder().encode(text)));
  const key = read.success ? named(read.data) : undefined;
  if (key && isUsable(key)) return key;
  throw new AppError(
    "internal",
    "signing-key-damaged",
    "The signing key is damaged: restore it from a backup.",
  );
}

/** The engine refuses a key whose parts do not match. */
function isUsable(key: PostQuantumKey): boolean {
  try {
    openPrivateKey(key);
    return true;
  } catch {
    return false;
  }
}

/** The public JWK as one line of JSON. */
export const serializePostQuantumVerifyingKey = ({ jwk }: PostQuantumVerifyingKey): string =>
  `${JSON.stringify(publicPart(jwk))}\n`;

function publicPart(jwk: PostQuantumVerifyingKey["jwk"]): PostQuantumVerifyingKey["jwk"] {
  const { kty, alg, pub, iat, exp, revoked } = jwk;
  return {
    kty,
    alg,
    pub,
    ...(iat !== undefined && { iat }),
    ...(exp !== undefined && { exp }),
    ...(revoked && { revoked }),
  };
}

/** Reads the output of `serializePostQuantumVerifyingKey`; undefined for anything else. */
export function parsePostQuantumVerifyingKey(text: string): PostQuantumVerifyingKey | undefined {
  const read = publicJwk.safeParse(parseJson(new TextEncoder().encode(text)));
  return read.success ? named(read.data) : undefined;
}

/** The public parts, for publication. Include retired keys: earlier packs need them. */
export const publicPostQuantumJwks = (keys: PostQuantumVerifyingKey[]): PostQuantumJwk[] =>
  keys.map(({ kid, jwk }) => ({ ...publicPart(jwk), kid, use: "sig" }));
