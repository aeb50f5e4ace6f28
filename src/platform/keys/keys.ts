import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import type { Jwks, KeyLife } from "../../evidence/jwk.ts";
import type { PostQuantumKeys } from "../../evidence/post-quantum-key.ts";
import {
  createSigningKey,
  parseSigningKey,
  parseVerifyingKey,
  publicJwks,
  type SigningKey,
  serializeSigningKey,
  serializeVerifyingKey,
  type VerifyingKey,
} from "../../evidence/signing-key.ts";
import { syncFolder, writeWhole } from "../files/write-whole.ts";
import { keysFolder, retiredFolder, retiredNames, type SigningRole } from "./key-names.ts";
import { loadCounterKey } from "./keyed-hash.ts";

/**
 * `current` signs; `all` are published, so that older signatures can still be verified. `postQuantum`: the keys of
 * second signatures, which a program that only checks a data folder does not need.
 */
export type SigningKeys = { current: SigningKey; all: VerifyingKey[]; postQuantum?: PostQuantumKeys };

/**
 * The attestation keys in DATA_DIR/keys: attestation.jwk signs; the public parts of earlier ones are in retired/. The
 * first start creates the key; if attestations were signed already, a missing key is an AppError, since with a new key
 * every earlier certificate would look forged.
 */
export function loadSigningKeys(dataDir: string, hasSigned: boolean, now = Date.now()): SigningKeys {
  const current = loadKey(dataDir, "attestation", hasSigned, { iat: toNumericDate(now) });
  const retired = retiredSigningKeys(dataDir, "attestation").filter(({ jwk }) => jwk.x !== current.jwk.x);
  return { current, all: [current, ...retired] };
}

/** The public key document. */
export const publishedKeys = ({ all, postQuantum }: SigningKeys): Jwks => publicJwks(all, postQuantum?.all);

/**
 * The key of the public log, log.jwk, created and protected in the same way: with another key it would be another log.
 * `announce` is called with a new key before it is written to disk.
 */
export async function loadLogKey(
  dataDir: string,
  hasEntries: boolean,
  announce?: (key: SigningKey) => Promise<void>,
): Promise<SigningKey> {
  const found = findKey(dataDir, "log", hasEntries);
  if (found) return found;
  const key = newKey();
  await announce?.(key);
  return storeKey(dataDir, "log", key);
}

/** The key with which we cosign other logs, witness.jwk, created and protected in the same way. */
export function loadWitnessKey(dataDir: string, hasCosigned: boolean): SigningKey {
  return loadKey(dataDir, "witness", hasCosigned);
}

/**
 * Creates a new key; the private part of the old one is deleted, its public part goes to keys/retired. A running server
 * uses the new one after its next start. Throws AppError if there is no key to replace. After a crash the old key is
 * still in use and is also among the retired ones, which does no harm. An attestation key's public part says when it
 * ended, and `stolenSince` when it may have been in other hands. Counters that are still hashed with the old
 * attestation key stay valid: their key is stored first.
 */
export function rotateSigningKey(
  dataDir: string,
  role: Exclude<SigningRole, "log">,
  now = Date.now(),
  stolenSince?: Date,
): SigningKey {
  const old = readSigningKey(dataDir, role);
  if (!old) throw missingKey(getPath(dataDir, role));
  if (role === "attestation") loadCounterKey(dataDir, old);
  const folder = retiredFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolder(keysFolder(dataDir));
  const ended = {
    exp: toNumericDate(now),
    ...(stolenSince && {
      revoked: { revoked_at: toNumericDate(stolenSince.getTime()), reason: "compromised" },
    }),
  };
  const isAttestation = role === "attestation";
  storeRetiredKey(dataDir, role, isAttestation ? { kid: old.kid, jwk: { ...old.jwk, ...ended } } : old);
  return storeKey(dataDir, role, newKey(isAttestation ? { iat: toNumericDate(now) } : {}));
}

/** Keeps the public part of a key that is no longer used, for verifiers. */
export function storeRetiredKey(dataDir: string, role: SigningRole, key: VerifyingKey): void {
  writeWhole(join(retiredFolder(dataDir), `${role}-${key.kid}.jwk`), serializeVerifyingKey(key));
}

/** Whole seconds since 1970 (RFC 7519, section 2). */
export const toNumericDate = (ms: number) => Math.floor(ms / 1000);

/** The current key; undefined if there is none, throws AppError if it is damaged. */
export function readSigningKey(dataDir: string, role: SigningRole): SigningKey | undefined {
  const path = getPath(dataDir, role);
  return existsSync(path) ? parseSigningKey(readFileSync(path, "utf8")) : undefined;
}

/** The public parts of earlier keys, as `rotateSigningKey` wrote them. Throws AppError if one is damaged. */
export function retiredSigningKeys(dataDir: string, role: SigningRole): VerifyingKey[] {
  const folder = retiredFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [, of, kid] = retiredNames.signing.exec(name) ?? [];
    if (of !== role) return [];
    const path = join(folder, name);
    const key = parseVerifyingKey(readFileSync(path, "utf8"));
    if (!key || key.kid !== kid)
      throw new AppError("internal", "key-damaged", "{path} is damaged: restore it from a backup.", {
        params: { path },
      });
    return key;
  });
}

const getPath = (dataDir: string, role: SigningRole) => join(keysFolder(dataDir), `${role}.jwk`);

function loadKey(
  dataDir: string,
  role: SigningRole,
  hasSigned: boolean,
  life: Pick<KeyLife, "iat"> = {},
): SigningKey {
  return findKey(dataDir, role, hasSigned) ?? storeKey(dataDir, role, newKey(life));
}

function findKey(dataDir: string, role: SigningRole, hasSigned: boolean): SigningKey | undefined {
  mkdirSync(keysFolder(dataDir), { recursive: true, mode: 0o700 });
  const found = readSigningKey(dataDir, role);
  if (!found && hasSigned) throw missingKey(getPath(dataDir, role));
  return found;
}

function missingKey(path: string): AppError {
  return new AppError(
    "internal",
    "signing-key-missing",
    "The signing key is missing: restore {path} from a backup.",
    { params: { path } },
  );
}

const newKey = (life: Pick<KeyLife, "iat"> = {}) =>
  createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)), life);

function storeKey(dataDir: string, role: SigningRole, key: SigningKey): SigningKey {
  writeWhole(getPath(dataDir, role), serializeSigningKey(key));
  return key;
}
