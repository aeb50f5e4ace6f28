import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import {
  createSigningKey,
  parseSigningKey,
  type SigningKey,
  serializeSigningKey,
} from "../../evidence/signing-key.ts";
import { syncFolder, writeWhole } from "../../platform/files/write-whole.ts";
import { loadLogKey } from "../../platform/keys/keys.ts";
import { findCheckpoint, hasEntries, markAsBeginning } from "./log.repo.ts";
import { logIdIn, nameIn } from "./log.ts";

/**
 * The key of the log that the database goes on with; made before there is a log. AppError when it is missing. The
 * database is told of a new key before it is on the disk: so a key that it does not know is one of another database,
 * which may have signed with it, also when this process dies at any moment.
 */
export function openLogKey(dataDir: string, db: Database): SigningKey {
  return keyOf(
    dataDir,
    db,
    () => hasEntries(db),
    ({ kid }) => markAsBeginning(db, kid),
  );
}

/** The same for those who change nothing. */
export function readLogKey(dataDir: string, db: Database): SigningKey {
  return keyOf(dataDir, db, () => true);
}

function keyOf(
  dataDir: string,
  db: Database,
  isNeeded: () => boolean,
  announce?: (key: SigningKey) => void,
): SigningKey {
  const id = logIdIn(nameIn(findCheckpoint(db) ?? ""));
  return id === undefined ? loadLogKey(dataDir, isNeeded, announce) : readNextLogKey(dataDir, id);
}

/** The keys of logs that came after a server's first one: each under an id of its own, which is never used again. */
const folderOf = (dataDir: string) => join(dataDir, "keys", "logs");
const getPath = (dataDir: string, id: string) => join(folderOf(dataDir), `${id}.jwk`);

/** AppError when it is missing or damaged: with another key the log would be another log. */
export function readNextLogKey(dataDir: string, id: string): SigningKey {
  const path = getPath(dataDir, id);
  if (existsSync(path)) return parseSigningKey(readFileSync(path, "utf8"));
  throw new AppError("internal", `The signing key is missing: restore ${path} from a backup.`);
}

/** All of them that are kept, with their ids: of logs that have ended the private keys are gone. */
export function readNextLogKeys(dataDir: string): { id: string; key: SigningKey }[] {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return [];
  const ids = readdirSync(folder).flatMap((name) => /^([0-9a-f]{8})\.jwk$/.exec(name)?.[1] ?? []);
  return ids.map((id) => ({ id, key: readNextLogKey(dataDir, id) }));
}

/** Makes the key of a log that is to come after another. */
export function makeNextLogKey(dataDir: string, id: string): SigningKey {
  const path = getPath(dataDir, id);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  syncFolder(join(dataDir, "keys"));
  const key = createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  writeWhole(path, serializeSigningKey(key));
  return key;
}

/** Removes the private key of a log that has ended, if it is still there; `id` is undefined for the first log. */
export function removeLogKey(dataDir: string, id: string | undefined): void {
  const path = id === undefined ? join(dataDir, "keys", "log.jwk") : getPath(dataDir, id);
  if (!existsSync(path)) return;
  rmSync(path);
  syncFolder(dirname(path));
}
