import { isEd25519Natively } from "../../evidence/ed25519-natively.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { type Checkpoint, openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { verifierOf } from "../../evidence/tlog/sign-note.ts";
import { programName } from "../../platform/self-exec.ts";
import type { Deps } from "../deps.ts";
import { headAt, requireSoundLog } from "./consistency-check.service.ts";
import { beginLog } from "./creation.service.ts";
import { findBeginningKey, findCheckpoint, listEnded, nextPosition } from "./log.repo.ts";
import type { Registrar } from "./log.service.ts";
import { brokenLog, logIdIn, nameIn } from "./log.ts";
import { readNextLogKeys, removeLogKey } from "./log-keys.service.ts";
import {
  keepNewestCheckpoint,
  readStoredCheckpoint,
  storedCheckpointPath,
} from "./stored-checkpoint.service.ts";

/**
 * Makes sure, before anything is served, that the log can be gone on with. At the first start it begins, with the
 * certificates of before. Later its right edge, its checkpoint, the certificates and the checkpoint kept beside the
 * database must agree; where they do not, AppError says what was found, and nothing is changed. Takes no longer for
 * a long tree; rows are counted.
 */
export function loadLog(deps: Registrar & Pick<Deps, "log">): void {
  const path = storedCheckpointPath(deps.config.dataDir);
  const kept = readStoredCheckpoint(path);
  if (findCheckpoint(deps.db) === undefined) {
    requireNoLog(deps, kept, path);
    beginLog(deps);
  }
  const { checkpoint, head } = requireSoundLog(deps);
  requireNothingNewer(deps, head, kept, path);
  if (kept !== checkpoint) keepNewestCheckpoint(deps);
  forgetEndedKeys(deps);
}

/** Removes the private keys of logs that have ended: nothing must ever be signed in their names again. */
export function forgetEndedKeys({ db, config }: Pick<Deps, "db" | "config">): void {
  for (const { checkpoint } of listEnded(db)) removeLogKey(config.dataDir, logIdIn(nameIn(checkpoint)));
}

/**
 * Before anything is begun that might contradict what was signed once: a database without a log beside a key that may
 * have signed one is not the database of that key, or was lost and made anew.
 */
function requireNoLog(deps: Registrar, kept: string | undefined, keptPath: string): void {
  requireNoUnsignedEntries(deps);
  if (kept !== undefined) {
    throw brokenLog(
      `the database has no log, but one of ${getSize(kept)} entries was signed already (${keptPath}). ${wayOut}`,
    );
  }
  const isNew = findBeginningKey(deps.db) === deps.logKey.kid;
  if (!isNew || readNextLogKeys(deps.config.dataDir).length > 0) {
    throw brokenLog(
      `the database has no log, but the keys beside it may have signed one already: it was lost, or another one was put in its place. ${wayOut}`,
    );
  }
}

/** Entries of which nobody knows what was signed over them. */
export function requireNoUnsignedEntries({ db }: Pick<Deps, "db">): void {
  if (nextPosition(db) > 0 && findBeginningKey(db) === undefined)
    throw brokenLog("it has entries, but no signed checkpoint. Put a backup back.");
}

/**
 * What was signed once stays signed: a log that is shorter or different must never be signed again. A checkpoint of a
 * log that has ended is what a crash left there, right behind its end.
 */
function requireNothingNewer(
  { db, logKey }: Registrar,
  head: Checkpoint,
  kept: string | undefined,
  path: string,
): void {
  if (kept === undefined || listEnded(db).some(({ newestCheckpoint }) => newestCheckpoint === kept)) return;
  const earlier = openCheckpoint(kept, verifierOf(head.origin, logKey), isEd25519Natively);
  if (!earlier) throw brokenLog(`${path} is not a checkpoint of this log. ${wayOut}`);
  if (earlier.size > head.size) {
    throw brokenLog(
      `the database has ${head.size} entries, but a log of ${earlier.size} was signed already: an older backup ` +
        `was put back. ${wayOut}`,
    );
  }
  if (!sameBytes(headAt({ db }, earlier.size), earlier.hash)) {
    throw brokenLog(
      `the log over ${earlier.size} entries that was signed once (${path}) is not how it begins. ${wayOut}`,
    );
  }
}

const wayOut =
  `Put a newer backup back. If there is none, run: ${programName} log end. That ends this log with a signed ` +
  "statement and begins another; what was issued before can still be checked.";

const getSize = (checkpoint: string) => Number(checkpoint.split("\n")[1]);
