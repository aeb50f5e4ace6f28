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
import { compareCheckpoints, type FoundLog, type LogState } from "./log-start.ts";
import {
  readStoredCheckpoint,
  storedCheckpointPath,
  storeNewestCheckpoint,
} from "./stored-checkpoint.service.ts";

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
  { db, config }: Pick<IssuingDeps, "db" | "config">,
  logKey: SigningKey | undefined,
  isOlder = false,
): Promise<LogState> {
  const path = storedCheckpointPath(config.dataDir);
  const stored = readStoredCheckpoint(path);
  const hasLog = logKey !== undefined && (await findCheckpoint(db)) !== undefined;
  if (!hasLog && (await nextPosition(db)) > 0 && (await findAnnouncedKey(db)) === undefined)
    throw brokenLog("it has entries but no signed checkpoint. Restore a backup.");
  const found: FoundLog = {
    log: hasLog ? await requireIntactLog({ db, logKey }) : undefined,
    stored,
    isRetired: (await listRetired(db)).some(({ newestCheckpoint }) => newestCheckpoint === stored),
    isKeyUsed: !hasLog && (await findLostKeys(db, config.dataDir, isOlder)).length > 0,
    rootAt: (size) => headAt({ db }, size),
  };
  return compareCheckpoints(found, path);
}

const wayOut =
  `Restore a newer backup. If there is none, run: ${programName} log end. It asks for --yes, because it ends this log with a signed ` +
  "statement and starts a new one; everything issued before can still be checked.";

type OwnHead = NonNullable<FoundLog["log"]>;

/** Throws AppError when key, checkpoint, right edge, last entry and certificates contradict each other. */
async function requireIntactLog(deps: Pick<LogDeps, "db" | "logKey">): Promise<OwnHead> {
  const found = await requireIntactHead(deps);
  await requireIntactEntries(deps, found.head);
  return found;
}

async function requireIntactHead({ db, logKey }: Pick<LogDeps, "db" | "logKey">): Promise<OwnHead> {
  const checkpoint = (await findCheckpoint(db)) ?? "";
  const { origin = "" } = parseCheckpoint(checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1)) ?? {};
  const verifier = buildVerifier(origin, logKey);
  const head = openCheckpoint(checkpoint, verifier, isEd25519Natively);
  if (!head) {
    const id = logIdIn(origin);
    const path = id === undefined ? "keys/log.jwk" : `keys/logs/${id}.jwk`;
    throw brokenLog(`its checkpoint was not signed with ${path}. Restore the key that the log started with.`);
  }
  const [entries, length] = [await countEntries(db), await nextPosition(db)];
  if (entries !== head.size || length !== head.size) {
    throw brokenLog(`its checkpoint covers ${head.size} entries, but ${entries} exist. Restore a backup.`);
  }
  return { checkpoint, head, verifier };
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
