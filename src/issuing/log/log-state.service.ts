import { isEd25519Natively } from "../../evidence/ed25519-natively.ts";
import { sameBytes } from "../../evidence/hash.ts";
import type { SigningKey } from "../../evidence/signing-key.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { leafHash } from "../../evidence/tlog/merkle.ts";
import { buildVerifier } from "../../evidence/tlog/sign-note.ts";
import { programName } from "../../program-info.ts";
import type { IssuingDeps } from "../deps.ts";
import {
  countEntries,
  findAnnouncedKey,
  findCheckpoint,
  findOrphanedEntry,
  listRetired,
  listUnregistered,
  nextPosition,
  readEntries,
  readNodes,
} from "./log.repo.ts";
import { createLog, headAt, type LogDeps, readHead } from "./log.service.ts";
import { brokenLog, logIdIn } from "./log.ts";
import { findLostKeys, removeRetiredKeys } from "./log-keys.service.ts";
import {
  readStoredCheckpoint,
  storedCheckpointPath,
  storeNewestCheckpoint,
} from "./stored-checkpoint.service.ts";

/**
 * The states of this server's log:
 *
 *   new      no checkpoint in the database, and no key or stored checkpoint of a log: the start creates the log
 *   open     key, checkpoint, tree, certificates and the stored checkpoint agree: the start continues it
 *   behind   the stored checkpoint is newer or different, as after an older backup: the start is refused
 *   lost     no checkpoint in the database, but a key or a stored checkpoint of a log: the start is refused
 *   damaged  rows, key and checkpoint contradict each other: an AppError, and only a backup helps
 *
 *   new ──start──▶ open ──older database──▶ behind
 *                  open ──no database─────▶ lost
 *   open, behind, lost ──`log end`, `restore`──▶ retired, and another log is open
 *
 * A retired log signs nothing anymore: its private key is deleted, and its last statement, checkpoints and entries
 * stay published (retirement.service.ts).
 */
export type LogState =
  | { state: "new" }
  | { state: "open"; log: SignedHead }
  | { state: "behind"; log: SignedHead; reason: string }
  | { state: "lost"; reason: string };

/** The log in the database, with its signed checkpoint. */
export type SignedHead = { checkpoint: string; head: Checkpoint };

/**
 * Opens the log before the server accepts requests; creates it at the first start. Throws AppError with the problem and
 * what the operator can do; then nothing has changed. Takes constant time, except for counting the log's rows.
 */
export async function loadLog(deps: LogDeps & Pick<IssuingDeps, "log">): Promise<void> {
  const { db, config, logKey } = deps;
  // Other servers keep appending, so everything that is compared must be from the same moment.
  const found = await db.readSnapshot((db) => readLogState({ ...deps, db }, logKey));
  if (found.state === "behind" || found.state === "lost") throw brokenLog(`${found.reason} ${wayOut}`);
  if (found.state === "new") await createLog(deps);
  const { checkpoint } =
    found.state === "open" ? found.log : await db.readSnapshot((db) => requireIntactLog({ ...deps, db }));
  if (readStoredCheckpoint(storedCheckpointPath(config.dataDir)) !== checkpoint)
    await storeNewestCheckpoint(deps);
  // From now on, a log that does not continue this one is noticed.
  await readHead(deps);
  await removeRetiredKeys(db, config.dataDir);
}

/**
 * The state of the log according to the data folder. Throws AppError if the log is damaged. `logKey` is the key of the
 * log in the database, if it has one. `isOlder`: the database may be older than the keys next to it.
 */
export async function readLogState(
  deps: Pick<IssuingDeps, "db" | "config">,
  logKey: SigningKey | undefined,
  isOlder = false,
): Promise<LogState> {
  const { db, config } = deps;
  const path = storedCheckpointPath(config.dataDir);
  const stored = readStoredCheckpoint(path);
  if ((await findCheckpoint(db)) === undefined || logKey === undefined) {
    if ((await nextPosition(db)) > 0 && (await findAnnouncedKey(db)) === undefined)
      throw brokenLog("it has entries but no signed checkpoint. Restore a backup.");
    const reason = whyLost(stored, path, (await findLostKeys(db, config.dataDir, isOlder)).length);
    return reason === undefined ? { state: "new" } : { state: "lost", reason };
  }
  const log = await requireIntactLog({ db, logKey });
  const reason = await whyBehind({ db, logKey }, log.head, stored, path);
  return reason === undefined ? { state: "open", log } : { state: "behind", log, reason };
}

/** A new log would contradict one that was signed already. */
function whyLost(stored: string | undefined, path: string, keys: number): string | undefined {
  if (stored !== undefined) {
    return `the database has no log, but one with ${stored.split("\n")[1]} entries has already been signed (${path}).`;
  }
  if (keys === 0) return undefined;
  return "the database has no log, but its keys may already have signed one: the database was lost, or replaced with another one.";
}

/**
 * A log that is shorter than the stored checkpoint, or different, must not be continued. The checkpoint of a retired
 * log is there when the program crashed right after the retirement.
 */
async function whyBehind(
  { db, logKey }: Pick<LogDeps, "db" | "logKey">,
  head: Checkpoint,
  stored: string | undefined,
  path: string,
): Promise<string | undefined> {
  if (
    stored === undefined ||
    (await listRetired(db)).some(({ newestCheckpoint }) => newestCheckpoint === stored)
  )
    return;
  const earlier = openCheckpoint(stored, buildVerifier(head.origin, logKey), isEd25519Natively);
  if (!earlier) return `${path} is not a checkpoint of this log.`;
  if (earlier.size > head.size) {
    return `the database has ${head.size} entries, but a log with ${earlier.size} has already been signed: an older backup was restored.`;
  }
  if (sameBytes(await headAt({ db }, earlier.size), earlier.hash)) return undefined;
  return `it does not begin with the ${earlier.size} entries that were signed earlier (${path}).`;
}

const wayOut =
  `Restore a newer backup. If there is none, run: ${programName} log end. It asks for --yes, because it ends this log with a signed ` +
  "statement and starts a new one; everything issued before can still be checked.";

/** Throws AppError when key, checkpoint, right edge, last entry and certificates contradict each other. */
async function requireIntactLog(deps: Pick<LogDeps, "db" | "logKey">): Promise<SignedHead> {
  const found = await requireIntactHead(deps);
  await requireIntactEntries(deps, found.head);
  return found;
}

async function requireIntactHead({ db, logKey }: Pick<LogDeps, "db" | "logKey">): Promise<SignedHead> {
  const checkpoint = (await findCheckpoint(db)) ?? "";
  const { origin = "" } = parseCheckpoint(checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1)) ?? {};
  const head = openCheckpoint(checkpoint, buildVerifier(origin, logKey), isEd25519Natively);
  if (!head) {
    const id = logIdIn(origin);
    const path = id === undefined ? "keys/log.jwk" : `keys/logs/${id}.jwk`;
    throw brokenLog(`its checkpoint was not signed with ${path}. Restore the key that the log started with.`);
  }
  const [entries, length] = [await countEntries(db), await nextPosition(db)];
  if (entries !== head.size || length !== head.size) {
    throw brokenLog(`its checkpoint covers ${head.size} entries, but ${entries} exist. Restore a backup.`);
  }
  return { checkpoint, head };
}

async function requireIntactEntries({ db }: Pick<LogDeps, "db">, { size, hash }: Checkpoint): Promise<void> {
  if (!sameBytes(await headAt({ db }, size), hash)) {
    throw brokenLog("its tree does not match the checkpoint that was signed. Restore a backup.");
  }
  const [last] = size === 0 ? [] : await readEntries(db, size - 1, 1);
  const [leaf] = size === 0 ? [] : await readNodes(db, [{ level: 0, index: size - 1 }]);
  if (last && leaf && !sameBytes(leafHash(last), leaf)) {
    throw brokenLog("its last entry is not the one in its tree. Restore a backup.");
  }
  const [unregistered] = await listUnregistered(db, 1);
  if (unregistered) {
    throw brokenLog(`the certificate ${unregistered} has no entry in it.`);
  }
  const orphaned = await findOrphanedEntry(db);
  if (orphaned !== undefined) {
    throw brokenLog(`the certificate of its entry ${orphaned} is gone, but no document was deleted.`);
  }
}
