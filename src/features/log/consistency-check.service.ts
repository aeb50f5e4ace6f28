import { isEd25519Natively } from "../../evidence/ed25519-natively.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { leafHash } from "../../evidence/tlog/merkle.ts";
import { treeHead } from "../../evidence/tlog/proofs.ts";
import { verifierOf } from "../../evidence/tlog/sign-note.ts";
import type { Deps } from "../deps.ts";
import {
  countEntries,
  findCheckpoint,
  findOrphanedEntry,
  listUnregistered,
  nextPosition,
  readEntries,
  readNodes,
} from "./log.repo.ts";
import type { Registrar } from "./log.service.ts";
import { brokenLog, logIdIn } from "./log.ts";

/**
 * The head of the log in the database, with its signed checkpoint. Throws AppError unless key, checkpoint, right edge,
 * last entry and certificates agree.
 */
export function requireSoundLog(deps: Pick<Deps, "db" | "logKey">): { checkpoint: string; head: Checkpoint } {
  const found = requireSoundHead(deps);
  requireSoundEntries(deps, found.head);
  return found;
}

function requireSoundHead({ db, logKey }: Pick<Registrar, "db" | "logKey">): {
  checkpoint: string;
  head: Checkpoint;
} {
  const checkpoint = findCheckpoint(db) ?? "";
  const { origin = "" } = parseCheckpoint(checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1)) ?? {};
  const head = openCheckpoint(checkpoint, verifierOf(origin, logKey), isEd25519Natively);
  if (!head) {
    const id = logIdIn(origin);
    const path = id === undefined ? "keys/log.jwk" : `keys/logs/${id}.jwk`;
    throw brokenLog(`its checkpoint was not signed with ${path}. Put the key back that began the log.`);
  }
  const [entries, length] = [countEntries(db), nextPosition(db)];
  if (entries !== head.size || length !== head.size) {
    throw brokenLog(
      `its checkpoint is over ${head.size} entries, but ${entries} are there. Put a backup back.`,
    );
  }
  return { checkpoint, head };
}

function requireSoundEntries({ db }: Pick<Registrar, "db">, { size, hash }: Checkpoint): void {
  if (!sameBytes(headAt({ db }, size), hash)) {
    throw brokenLog("its tree does not lead to the checkpoint that was signed. Put a backup back.");
  }
  const [last] = size === 0 ? [] : readEntries(db, size - 1, 1);
  const [leaf] = size === 0 ? [] : readNodes(db, [{ level: 0, index: size - 1 }]);
  if (last && leaf && !sameBytes(leafHash(last), leaf)) {
    throw brokenLog("its last entry is not the one in its tree. Put a backup back.");
  }
  const [unregistered] = listUnregistered(db, 1);
  if (unregistered) {
    throw brokenLog(`the certificate ${unregistered} was made without an entry in it.`);
  }
  const orphaned = findOrphanedEntry(db);
  if (orphaned !== undefined) {
    throw brokenLog(`the certificate of its entry ${orphaned} is gone, but no document was deleted.`);
  }
}

/** The head of the log as it was with `size` entries. AppError when a hash of its tree is missing. */
export function headAt({ db }: Pick<Deps, "db">, size: number): Uint8Array {
  try {
    return treeHead(size, (nodes) => readNodes(db, nodes));
  } catch (cause) {
    throw brokenLog(`a hash of its tree is missing (${cause instanceof Error ? cause.message : cause}).`);
  }
}
