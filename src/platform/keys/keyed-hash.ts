import { createHmac } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { decodeBase64url, encodeBase64url } from "../../evidence/base64url.ts";
import type { SigningKey } from "../../evidence/signing-key.ts";
import { writeWhole } from "../files/write-whole.ts";
import { counterKeyName, keysFolder } from "./key-names.ts";

/** The secret for hashing counters' keys. It signs nothing, and does not change when other keys are rotated. */
export type CounterKey = { secret: Uint8Array };

const storedKey = z.strictObject({ kty: z.literal("oct"), k: z.string() });
const secretBytes = 32;

/**
 * The hash of something that must not be stored itself, such as a network address, for counting or comparing. Without
 * the server's keys, the database alone does not allow trying all addresses. `purpose` separates the hashes of
 * different uses.
 */
export function keyedHash({ counterKey }: { counterKey: CounterKey }, purpose: string, text: string): string {
  const key = expand(counterKey.secret, `attestamp keyed hash: ${purpose}`);
  return createHmac("sha256", key).update(text).digest("base64url");
}

/**
 * The key of the counters, DATA_DIR/keys/counters.jwk. If it is missing, as in data folders and backups of earlier
 * versions, it is derived from the attestation key as those versions did, so that their counters stay valid. Throws
 * AppError if it is damaged.
 */
export function loadCounterKey(dataDir: string, attestationKey: SigningKey): CounterKey {
  return readCounterKey(dataDir) ?? makeCounterKey(dataDir, attestationKey);
}

/** Undefined if there is none yet. Throws AppError if it is damaged. */
export function readCounterKey(dataDir: string): CounterKey | undefined {
  const path = getPath(dataDir);
  if (!existsSync(path)) return undefined;
  const secret = parseSecret(readFileSync(path, "utf8"));
  if (secret) return { secret };
  throw new AppError(
    "internal",
    "rate-limit-key-damaged",
    "{path} is damaged: restore it from a backup, or delete it; the limits on sign-ins and emails then start from zero, and authenticator apps no longer sign in.",
    { params: { path } },
  );
}

function makeCounterKey(dataDir: string, { jwk }: SigningKey): CounterKey {
  const secret = extract(Buffer.from(jwk.d, "base64url"));
  mkdirSync(keysFolder(dataDir), { recursive: true, mode: 0o700 });
  writeWhole(getPath(dataDir), `${JSON.stringify({ kty: "oct", k: encodeBase64url(secret) })}\n`);
  return { secret };
}

const getPath = (dataDir: string) => join(keysFolder(dataDir), counterKeyName);

function parseSecret(text: string): Uint8Array | undefined {
  const secret = decodeBase64url(parseStored(text)?.k ?? "");
  return secret?.length === secretBytes ? secret : undefined;
}

function parseStored(text: string): z.infer<typeof storedKey> | undefined {
  try {
    return storedKey.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The first step of HKDF (RFC 5869) without a salt. Only its result is stored. The attestation key cannot be derived
 * from it, so a rotation still removes the old private key completely.
 */
const extract = (secret: Uint8Array): Uint8Array =>
  createHmac("sha256", Buffer.alloc(32)).update(secret).digest();

/** The second step, for 32 bytes. */
const expand = (secret: Uint8Array, info: string): Uint8Array =>
  createHmac("sha256", secret)
    .update(info)
    .update(Buffer.from([1]))
    .digest();
