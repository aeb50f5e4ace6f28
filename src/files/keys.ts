import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import {
  createSigningKey,
  parseSigningKey,
  type SigningKey,
  serializeSigningKey,
} from "../evidence/signing-key.ts";

/** `current` signs; `all` are published, so that what an older key signed can still be checked. */
export type SigningKeys = { current: SigningKey; all: SigningKey[] };

const currentName = "attestation.jwk";

/**
 * The keys under DATA_DIR/keys: attestation.jwk signs, every other .jwk there is a retired one. The first start
 * makes the key; where attestations were signed already, a missing key is an AppError and not a new key, since
 * a new one would make every certificate so far look forged.
 */
export function loadSigningKeys(dataDir: string, hasSigned: () => boolean): SigningKeys {
  const folder = join(dataDir, "keys");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder).filter((name) => name.endsWith(".jwk"));
  const retired = names.filter((name) => name !== currentName).map((name) => readKey(folder, name));
  const current = names.includes(currentName) ? readKey(folder, currentName) : makeKey(folder, hasSigned);
  return { current, all: [current, ...retired] };
}

function readKey(folder: string, name: string): SigningKey {
  return parseSigningKey(readFileSync(join(folder, name), "utf8"));
}

function makeKey(folder: string, hasSigned: () => boolean): SigningKey {
  if (hasSigned()) {
    throw new AppError(
      "internal",
      `The signing key is missing: restore ${join(folder, currentName)} from a backup.`,
    );
  }
  const key = createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  const temporary = join(folder, `${currentName}.new`);
  writeFileSync(temporary, serializeSigningKey(key), { mode: 0o600, flush: true });
  renameSync(temporary, join(folder, currentName));
  syncFolder(folder);
  return key;
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
