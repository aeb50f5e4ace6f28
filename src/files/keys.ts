import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import {
  createSigningKey,
  parseSigningKey,
  type SigningKey,
  serializeSigningKey,
} from "../evidence/signing-key.ts";
import { writeWhole } from "./write-whole.ts";

/** `current` signs; `all` are published, so that what an older key signed can still be checked. */
export type SigningKeys = { current: SigningKey; all: SigningKey[] };

const currentName = "attestation.jwk";
const logName = "log.jwk";
const witnessName = "witness.jwk";

/**
 * The keys of attestations under DATA_DIR/keys: attestation.jwk signs, every other .jwk but the log's and the witness's is a
 * retired one. The first start makes the key; where attestations were signed already, a missing key is an AppError and not
 * a new key, since a new one would make every certificate so far look forged.
 */
export function loadSigningKeys(dataDir: string, hasSigned: () => boolean): SigningKeys {
  const { folder, names } = openKeys(dataDir);
  const retired = names.filter((name) => ![currentName, logName, witnessName].includes(name));
  const current = loadKey(dataDir, currentName, hasSigned);
  return { current, all: [current, ...retired.map((name) => readKey(folder, name))] };
}

/** The key of the registry's log, log.jwk, made and guarded alike: with another key the log would be another log. */
export function loadLogKey(dataDir: string, hasEntries: () => boolean): SigningKey {
  return loadKey(dataDir, logName, hasEntries);
}

/** The key with which we cosign other people's logs, witness.jwk, made and guarded alike. */
export function loadWitnessKey(dataDir: string, hasCosigned: () => boolean): SigningKey {
  return loadKey(dataDir, witnessName, hasCosigned);
}

function loadKey(dataDir: string, name: string, hasSigned: () => boolean): SigningKey {
  const { folder, names } = openKeys(dataDir);
  return names.includes(name) ? readKey(folder, name) : makeKey(folder, name, hasSigned);
}

function openKeys(dataDir: string): { folder: string; names: string[] } {
  const folder = join(dataDir, "keys");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { folder, names: readdirSync(folder).filter((name) => name.endsWith(".jwk")) };
}

function readKey(folder: string, name: string): SigningKey {
  return parseSigningKey(readFileSync(join(folder, name), "utf8"));
}

function makeKey(folder: string, name: string, hasSigned: () => boolean): SigningKey {
  if (hasSigned()) {
    throw new AppError(
      "internal",
      `The signing key is missing: restore ${join(folder, name)} from a backup.`,
    );
  }
  const key = createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  writeWhole(join(folder, name), serializeSigningKey(key));
  return key;
}
