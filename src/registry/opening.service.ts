import type { Deps } from "../deps.ts";
import { sameBytes } from "../evidence/log/base64.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "../evidence/log/checkpoint.ts";
import { leafHash } from "../evidence/log/merkle.ts";
import { treeHead } from "../evidence/log/proofs.ts";
import { verifierOf } from "../evidence/log/sign-note.ts";
import { beginLog } from "./beginning.service.ts";
import { keepCheckpoint, keptCheckpointPath, readKeptCheckpoint } from "./kept-checkpoint.ts";
import {
  countEntries,
  findCheckpoint,
  findOrphanedEntry,
  isBeginning,
  listUnregistered,
  nextPosition,
  readEntries,
  readNodes,
} from "./registry.repo.ts";
import type { Registrar } from "./registry.service.ts";
import { brokenRegistry } from "./registry.ts";

/**
 * Makes sure, before anything is served, that the log can be gone on with. At the first start it begins, with the
 * certificates of before. Later its right edge, its checkpoint, the certificates and the checkpoint kept beside the
 * database must agree; where they do not, AppError says what was found, and nothing is changed. Takes no longer for
 * a long tree; rows are counted.
 */
export function openRegistry(deps: Registrar & Pick<Deps, "log">): void {
  const path = keptCheckpointPath(deps.config.dataDir);
  const kept = readKeptCheckpoint(path);
  if (findCheckpoint(deps.db) === undefined) {
    requireNoLog(deps, kept, path);
    beginLog(deps);
  }
  const { checkpoint, head } = requireSoundHead(deps);
  requireSoundEntries(deps, head);
  requireNothingNewer(deps, head, kept, path);
  if (kept !== checkpoint) keepNewestCheckpoint(deps);
}

/** Keeps what was signed last beside the database; to be called when a transaction that wrote to the log is through. */
export function keepNewestCheckpoint({ db, config, log }: Pick<Deps, "db" | "config" | "log">): void {
  const checkpoint = findCheckpoint(db);
  if (checkpoint === undefined) return;
  try {
    keepCheckpoint(keptCheckpointPath(config.dataDir), checkpoint);
  } catch (error) {
    log.error({ err: error }, "the newest checkpoint could not be kept beside the database");
  }
}

/** Before anything is begun that might contradict what was signed once. */
function requireNoLog({ db }: Registrar, kept: string | undefined, keptPath: string): void {
  if (nextPosition(db) > 0 && !isBeginning(db))
    throw brokenRegistry("it has entries, but no signed checkpoint. Put a backup back.");
  const keptSize = kept === undefined ? 0 : sizeOf(kept);
  if (keptSize > 0) throw olderDatabase(0, keptSize, keptPath);
}

function requireSoundHead({ db, logKey }: Registrar): { checkpoint: string; head: Checkpoint } {
  const checkpoint = findCheckpoint(db) ?? "";
  const { origin = "" } = parseCheckpoint(checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1)) ?? {};
  const head = openCheckpoint(checkpoint, verifierOf(origin, logKey));
  if (!head) {
    throw brokenRegistry(
      "its checkpoint was not signed with keys/log.jwk. Put the key back that began the log.",
    );
  }
  const [entries, length] = [countEntries(db), nextPosition(db)];
  if (entries !== head.size || length !== head.size) {
    throw brokenRegistry(
      `its checkpoint is over ${head.size} entries, but ${entries} are there. Put a backup back.`,
    );
  }
  return { checkpoint, head };
}

function requireSoundEntries({ db }: Registrar, { size, hash }: Checkpoint): void {
  if (!sameBytes(headAt({ db }, size), hash)) {
    throw brokenRegistry("its tree does not lead to the checkpoint that was signed. Put a backup back.");
  }
  const [last] = size === 0 ? [] : readEntries(db, size - 1, 1);
  const [leaf] = size === 0 ? [] : readNodes(db, [{ level: 0, index: size - 1 }]);
  if (last && leaf && !sameBytes(leafHash(last), leaf)) {
    throw brokenRegistry("its last entry is not the one in its tree. Put a backup back.");
  }
  const [unregistered] = listUnregistered(db, 1);
  if (unregistered) {
    throw brokenRegistry(`the certificate ${unregistered} was made without an entry in it.`);
  }
  const orphaned = findOrphanedEntry(db);
  if (orphaned !== undefined) {
    throw brokenRegistry(`the certificate of its entry ${orphaned} is gone, but no document was deleted.`);
  }
}

/** What was signed once stays signed: a log that is shorter or different must never be signed again. */
function requireNothingNewer(
  { db, logKey }: Registrar,
  head: Checkpoint,
  kept: string | undefined,
  path: string,
): void {
  if (kept === undefined) return;
  const earlier = openCheckpoint(kept, verifierOf(head.origin, logKey));
  if (!earlier) throw brokenRegistry(`${path} is not a checkpoint of this log.`);
  if (earlier.size > head.size) throw olderDatabase(head.size, earlier.size, path);
  if (!sameBytes(headAt({ db }, earlier.size), earlier.hash)) {
    throw brokenRegistry(
      `the log over ${earlier.size} entries that was signed once (${path}) is not how it begins.`,
    );
  }
}

function headAt({ db }: Pick<Deps, "db">, size: number): Uint8Array {
  try {
    return treeHead(size, (nodes) => readNodes(db, nodes));
  } catch (cause) {
    throw brokenRegistry(
      `a hash of its tree is missing (${cause instanceof Error ? cause.message : cause}).`,
    );
  }
}

const sizeOf = (checkpoint: string) => Number(checkpoint.split("\n")[1]);

function olderDatabase(entries: number, signed: number, path: string) {
  return brokenRegistry(
    `the database has ${entries} entries, but a log of ${signed} was signed already: an older backup was put back. ` +
      `Put a newer one back. If there is none, delete ${path} to go on from here; whoever holds the newer ` +
      "checkpoint will notice.",
  );
}
