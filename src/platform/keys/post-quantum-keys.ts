import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import {
  createPostQuantumKey,
  type PostQuantumKey,
  type PostQuantumKeys,
  type PostQuantumVerifyingKey,
  parsePostQuantumKey,
  parsePostQuantumVerifyingKey,
  serializePostQuantumKey,
  serializePostQuantumVerifyingKey,
} from "../../evidence/post-quantum-key.ts";
import { syncFolder, writeWhole } from "../files/write-whole.ts";
import { keysFolder, retiredFolder, retiredNames } from "./key-names.ts";
import { toNumericDate } from "./keys.ts";

const getPath = (dataDir: string) => join(keysFolder(dataDir), "post-quantum.jwk");

/**
 * The keys of second signatures in DATA_DIR/keys: post-quantum.jwk signs; the public parts of earlier ones are in
 * retired/. The first start creates the key, and so does the first start of a version that has them in an older folder.
 * Throws AppError for a damaged key.
 */
export function loadPostQuantumKeys(dataDir: string, now = Date.now()): PostQuantumKeys {
  mkdirSync(keysFolder(dataDir), { recursive: true, mode: 0o700 });
  const current =
    readPostQuantumKey(dataDir) ?? store(dataDir, createPostQuantumKey({ iat: toNumericDate(now) }));
  const retired = retiredPostQuantumKeys(dataDir).filter(({ jwk }) => jwk.pub !== current.jwk.pub);
  return { current, all: [current, ...retired] };
}

/** The current key; undefined if there is none yet, throws AppError if it is damaged. */
export function readPostQuantumKey(dataDir: string): PostQuantumKey | undefined {
  const path = getPath(dataDir);
  return existsSync(path) ? parsePostQuantumKey(readFileSync(path, "utf8")) : undefined;
}

/** The public parts of earlier keys. Throws AppError if one is damaged. */
export function retiredPostQuantumKeys(dataDir: string): PostQuantumVerifyingKey[] {
  const folder = retiredFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [, kid] = retiredNames.postQuantum.exec(name) ?? [];
    if (kid === undefined) return [];
    const path = join(folder, name);
    const key = parsePostQuantumVerifyingKey(readFileSync(path, "utf8"));
    if (key?.kid === kid) return key;
    throw new AppError("internal", "key-damaged", "{path} is damaged: restore it from a backup.", {
      params: { path },
    });
  });
}

/**
 * Creates a new key; the public part of the old one, with its end and `stolenSince`, goes to keys/retired, and its
 * private part is deleted. A running server uses the new one after its next start. After a crash the old key is still
 * in use and is also among the retired ones, which does no harm. Throws AppError if there is no key to replace.
 */
export function rotatePostQuantumKey(dataDir: string, now = Date.now(), stolenSince?: Date): PostQuantumKey {
  const old = readPostQuantumKey(dataDir);
  if (!old)
    throw new AppError(
      "internal",
      "signing-key-missing",
      "The signing key is missing: restore {path} from a backup.",
      { params: { path: getPath(dataDir) } },
    );
  mkdirSync(retiredFolder(dataDir), { recursive: true, mode: 0o700 });
  syncFolder(keysFolder(dataDir));
  const { priv: _, ...publicPart } = old.jwk;
  const revoked = stolenSince && {
    revoked: { revoked_at: toNumericDate(stolenSince.getTime()), reason: "compromised" },
  };
  const ended = { kid: old.kid, jwk: { ...publicPart, exp: toNumericDate(now), ...revoked } };
  writeWhole(
    join(retiredFolder(dataDir), `post-quantum-${old.kid}.jwk`),
    serializePostQuantumVerifyingKey(ended),
  );
  return store(dataDir, createPostQuantumKey({ iat: toNumericDate(now) }));
}

function store(dataDir: string, key: PostQuantumKey): PostQuantumKey {
  writeWhole(getPath(dataDir), serializePostQuantumKey(key));
  return key;
}
