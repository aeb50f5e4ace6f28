import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "../../../db/client.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import {
  createSigningKey,
  parseSigningKey,
  type SigningKey,
  serializeSigningKey,
} from "../../evidence/signing-key.ts";
import { syncFolder, writeWhole } from "../../platform/files/write-whole.ts";
import { keysFolder } from "../../platform/keys/key-names.ts";
import { loadLogKey, readSigningKey } from "../../platform/keys/keys.ts";
import { announceKey, findAnnouncedKey, findCheckpoint, hasEntries, listRetired } from "./log.repo.ts";
import { logIdIn, nameIn } from "./log.ts";

/** The first log of a server signs with keys/log.jwk; each later one with keys/logs/ID.jwk. No id is used twice. */
const getFolder = (dataDir: string) => join(dataDir, stateFiles.laterLogKeys);
const getPath = (dataDir: string, id: string) => join(getFolder(dataDir), `${id}.jwk`);

/**
 * The key of the log in the database; created when there is no log yet. AppError when it is missing. The id of a new
 * key is in the database before the key is on disk. So a key that the database does not know, even after a crash,
 * belongs to another database and may have signed that one's log.
 */
export async function openLogKey(dataDir: string, db: Database): Promise<SigningKey> {
  const id = await findLogId(db);
  if (id !== undefined) return readNextLogKey(dataDir, id);
  return loadLogKey(dataDir, await hasEntries(db), ({ kid }) => announceKey(db, kid));
}

/** The same without creating a key. */
export async function readLogKey(dataDir: string, db: Database): Promise<SigningKey> {
  const id = await findLogId(db);
  return id === undefined ? await loadLogKey(dataDir, true) : readNextLogKey(dataDir, id);
}

const findLogId = async (db: Database) => logIdIn(nameIn((await findCheckpoint(db)) ?? ""));

/** AppError when it is missing or damaged: the log cannot continue with another key. */
function readNextLogKey(dataDir: string, id: string): SigningKey {
  const path = getPath(dataDir, id);
  if (existsSync(path)) return parseSigningKey(readFileSync(path, "utf8"));
  throw new AppError(
    "internal",
    "signing-key-missing",
    "The signing key is missing: restore {path} from a backup.",
    { params: { path } },
  );
}

/** A private key with its id in the log's name; the first log has none. */
export type StoredLogKey = { id: string | undefined; key: SigningKey };

/** All private keys of logs on disk. Those of retired logs are deleted. */
export function readLogKeys(dataDir: string): StoredLogKey[] {
  const first = readSigningKey(dataDir, "log");
  const folder = getFolder(dataDir);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const ids = names.flatMap((name) => /^([0-9a-f]{8})\.jwk$/.exec(name)?.[1] ?? []);
  return [
    ...(first ? [{ id: undefined, key: first }] : []),
    ...ids.map((id) => ({ id, key: readNextLogKey(dataDir, id) })),
  ];
}

/**
 * For a database without a log: the keys on disk that may have signed one. The announced key has not, unless the
 * database `isOlder` than the last use of that key may be.
 */
export async function findLostKeys(db: Database, dataDir: string, isOlder = false): Promise<StoredLogKey[]> {
  const unused = isOlder ? undefined : await findAnnouncedKey(db);
  return readLogKeys(dataDir).filter(({ key }) => key.kid !== unused);
}

/** Creates the key of the log that follows another one. */
export function makeNextLogKey(dataDir: string, id: string): SigningKey {
  const path = getPath(dataDir, id);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  syncFolder(keysFolder(dataDir));
  const key = createSigningKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  writeWhole(path, serializeSigningKey(key));
  return key;
}

/** Deletes the private keys of retired logs, so that nothing is ever signed in their names again. */
export async function removeRetiredKeys(db: Database, dataDir: string): Promise<void> {
  for (const { checkpoint } of await listRetired(db)) removeLogKey(dataDir, logIdIn(nameIn(checkpoint)));
}

/** `id` is undefined for the first log. */
export function removeLogKey(dataDir: string, id: string | undefined): void {
  const path = id === undefined ? join(keysFolder(dataDir), "log.jwk") : getPath(dataDir, id);
  if (!existsSync(path)) return;
  rmSync(path);
  syncFolder(dirname(path));
}
