import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { inArray } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { sealedKeys } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type LeaseDeps, renewLease, startLeaseMs, whileLeased } from "../cluster/leases.ts";
import { syncFolder, writeWhole } from "../files/write-whole.ts";
import { copyMarkerName, keysFolder, newMarkerName } from "./key-names.ts";
import { type KeysSecret, openSealedKey, sealKey } from "./sealed-key.ts";

const leaseName = "keys";

export type SharedKeysDeps = LeaseDeps & {
  config: { dataDir: string; keysSecret: KeysSecret | undefined };
};

/**
 * Runs `work`, which may read, create and replace keys in DATA_DIR/keys. With KEYS_SECRET, the folder is this server's
 * copy of the keys in the database: it is brought up to date before, and whatever `work` changed is sealed and
 * stored before another server gets its turn. Throws AppError if KEYS_SECRET does not open the keys.
 */
export async function withSharedKeys<T>(deps: SharedKeysDeps, work: () => T | Promise<T>): Promise<T> {
  const { keysSecret: secret, dataDir } = deps.config;
  const folder = keysFolder(dataDir);
  if (secret === undefined) {
    // From now on the keys belong to this folder and sign: a later start with KEYS_SECRET must not discard them.
    removeNewMarker(folder);
    return work();
  }
  return whileLeased(deps, leaseName, async () => {
    const stored = await readSealed(deps.db, secret);
    discardNewKeys(folder);
    if (stored.texts.size > 0) updateCopy(folder, stored.texts);
    else if (readFolder(folder).size === 0) writeNewMarker(folder);
    const result = await work();
    await storeChanges(deps, folder, stored, secret);
    writeMarker(folder);
    removeNewMarker(folder);
    return result;
  });
}

/**
 * Keys that this server created for a new database before it died without storing them there. They have signed
 * nothing, and another server may have created others since.
 */
function discardNewKeys(folder: string): void {
  if (!existsSync(join(folder, newMarkerName))) return;
  for (const name of readFolder(folder).keys()) removeKey(join(folder, name));
  removeNewMarker(folder);
}

/**
 * Brings the copy of the keys in DATA_DIR/keys up to date; changes nothing in the database. Without KEYS_SECRET, does
 * nothing.
 */
export async function updateKeysCopy({ db, config }: Pick<SharedKeysDeps, "db" | "config">): Promise<void> {
  if (config.keysSecret === undefined) return;
  const { texts } = await readSealed(db, config.keysSecret);
  if (texts.size > 0) updateCopy(keysFolder(config.dataDir), texts);
}

/** The texts of the keys in the database by name. `isOfPrevious`: they must be resealed with the new secret. */
type Stored = { texts: Map<string, string>; isOfPrevious: boolean };

async function readSealed(db: Database, { current, previous }: KeysSecret): Promise<Stored> {
  const texts = new Map<string, string>();
  let isOfPrevious = false;
  for (const { name, sealed } of await db.select().from(sealedKeys).all()) {
    const text = openSealedKey(current, name, sealed);
    const earlier = text === undefined && previous ? openSealedKey(previous, name, sealed) : undefined;
    if (earlier !== undefined) isOfPrevious = true;
    const opened = text ?? earlier;
    if (opened === undefined) {
      throw new AppError(
        "invalid",
        "keys-secret-wrong",
        "KEYS_SECRET does not open the keys in the database. Please set the secret that was used to seal them.",
      );
    }
    texts.set(name, opened);
  }
  return { texts, isOfPrevious };
}

/** Never overwrites a key that is not a copy: it may be another installation's only one. */
function updateCopy(folder: string, stored: Map<string, string>): void {
  const local = readFolder(folder);
  const isCopy = existsSync(join(folder, copyMarkerName));
  const others = [...local].filter(([name, text]) => stored.get(name) !== text);
  if (!isCopy && others.length > 0) {
    throw new AppError(
      "conflict",
      "keys-of-another-database",
      "{folder} contains keys that are not in the database. Please move the folder elsewhere: the server gets its keys from the database.",
      { params: { folder } },
    );
  }
  writeMarker(folder);
  for (const [name] of others) if (!stored.has(name)) removeKey(join(folder, name));
  for (const [name, text] of stored) if (local.get(name) !== text) writeKey(join(folder, name), text);
}

async function storeChanges(
  deps: SharedKeysDeps,
  folder: string,
  { texts: before, isOfPrevious }: Stored,
  { current: secret }: KeysSecret,
): Promise<void> {
  const after = readFolder(folder);
  const changed = [...after].filter(([name, text]) => isOfPrevious || before.get(name) !== text);
  const removed = [...before.keys()].filter((name) => !after.has(name));
  if (changed.length === 0 && removed.length === 0) return;
  await deps.db.transaction(async (db) => {
    if (!deps.node.isAlone && !(await renewLease({ ...deps, db }, leaseName, startLeaseMs))) {
      throw new Error("Another server has changed the keys at the same time.");
    }
    if (removed.length > 0) await db.delete(sealedKeys).where(inArray(sealedKeys.name, removed)).run();
    for (const [name, text] of changed) {
      const sealed = sealKey(secret, name, text);
      await db
        .insert(sealedKeys)
        .values({ name, sealed })
        .onConflictDoUpdate({ target: sealedKeys.name, set: { sealed } })
        .run();
    }
  });
}

const markers = new Set([copyMarkerName, newMarkerName]);

/** Every file by its path in the folder, except the markers and files that a crash left half written. */
function readFolder(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".new") && !markers.has(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  return new Map(names.map((name) => [name.replaceAll(sep, "/"), readFileSync(join(folder, name), "utf8")]));
}

function writeMarker(folder: string): void {
  const path = join(folder, copyMarkerName);
  if (!existsSync(path)) writeKey(path, "These keys are a copy of those in the database.\n");
}

function writeNewMarker(folder: string): void {
  writeKey(join(folder, newMarkerName), "These keys have signed nothing. The next start makes others.\n");
}

function removeNewMarker(folder: string): void {
  const path = join(folder, newMarkerName);
  if (existsSync(path)) removeKey(path);
}

function writeKey(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(path, text);
}

function removeKey(path: string): void {
  rmSync(path);
  syncFolder(dirname(path));
}
