import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import {
  createSigningKey,
  parseSigningKey,
  parseVerifyingKey,
  type SigningKey,
  serializeSigningKey,
  serializeVerifyingKey,
  type VerifyingKey,
} from "../../evidence/signing-key.ts";
import { syncFolder, writeWhole } from "../files/write-whole.ts";
import { keysFolder, retiredFolder, retiredNames, type SigningRole } from "./key-names.ts";
import { loadCounterKey } from "./keyed-hash.ts";

/** `current` signs; `all` are published, so that what an older key signed can still be checked. */
export type SigningKeys = { current: SigningKey; all: VerifyingKey[] };

/**
 * The keys of attestations under DATA_DIR/keys: attestation.jwk signs; of those before it the public parts are in
 * retired/. The first start makes the key; where attestations were signed already, a missing key is an AppError and
 * not a new key, since a new one would make every certificate so far look forged.
 */
export function loadSigningKeys(dataDir: string, hasSigned: () => boolean): SigningKeys {
  const current = loadKey(dataDir, "attestation", hasSigned);
  const retired = retiredSigningKeys(dataDir, "attestation").filter(({ jwk }) => jwk.x !== current.jwk.x);
  return { current, all: [current, ...retired] };
}

/**
 * The key of the registry's log, log.jwk, made and guarded alike: with another key the log would be another log.
 * `announce` is told of a new one before it is on the disk.
 */
export function loadLogKey(
  dataDir: string,
  hasEntries: () => boolean,
  announce?: (key: SigningKey) => void,
): SigningKey {
  return loadKey(dataDir, "log", hasEntries, announce);
}

/** The key with which we cosign other people's logs, witness.jwk, made and guarded alike. */
export function loadWitnessKey(dataDir: string, hasCosigned: () => boolean): SigningKey {
  return loadKey(dataDir, "witness", hasCosigned);
}

/**
 * A new key; the private part of the old one is gone, its public part goes to keys/retired. A server that runs takes
 * the new one at its next start. AppError when there is no key to take the place of. After a crash the old key signs
 * on, and stands among the retired ones as well, which changes nothing. Counters that are still kept under the old
 * attestation key go on: their key is stored first.
 */
export function rotateSigningKey(dataDir: string, role: Exclude<SigningRole, "log">): SigningKey {
  const old = readSigningKey(dataDir, role);
  if (!old) throw missingKey(getPath(dataDir, role));
  if (role === "attestation") loadCounterKey(dataDir, old);
  const folder = retiredFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolder(keysFolder(dataDir));
  writeWhole(join(folder, `${role}-${old.kid}.jwk`), serializeVerifyingKey(old));
  return makeKey(dataDir, role);
}

/** The key that signs; undefined when there is none, AppError when it is damaged. */
export function readSigningKey(dataDir: string, role: SigningRole): SigningKey | undefined {
  const path = getPath(dataDir, role);
  return existsSync(path) ? parseSigningKey(readFileSync(path, "utf8")) : undefined;
}

/** The public parts of the keys before it, as `rotateSigningKey` wrote them. AppError when one is damaged. */
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
  hasSigned: () => boolean,
  announce?: (key: SigningKey) => void,
): SigningKey {
  mkdirSync(keysFolder(dataDir), { recursive: true, mode: 0o700 });
  const found = readSigningKey(dataDir, role);
  if (!found && hasSigned()) throw missingKey(getPath(dataDir, role));
  return found ?? makeKey(dataDir, role, announce);
}

function missingKey(path: string): AppError {
  return new AppError(
    "internal",
    "signing-key-missing",
    "The signing key is missing: restore {path} from a backup.",
    { params: { path } },
  );
}

function makeKey(dataDir: string, role: SigningRole, announce?: (key: SigningKey) => void): SigningKey {
  const key = createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  announce?.(key);
  writeWhole(getPath(dataDir, role), serializeSigningKey(key));
  return key;
}
