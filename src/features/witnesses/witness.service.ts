import { AppError } from "../../errors.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { parseAddCheckpoint } from "../../evidence/tlog/add-checkpoint.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { emptyHead } from "../../evidence/tlog/merkle.ts";
import { provesConsistency } from "../../evidence/tlog/proof-check.ts";
import { cosign, verifierOf } from "../../evidence/tlog/sign-note.ts";
import { parseNote, printVerifierKey, signatureTypes } from "../../evidence/tlog/signed-note.ts";
import { readSigningKey, rotateSigningKey } from "../../platform/keys/keys.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { readLogName } from "../log/log.service.ts";
import { noteTime, requireClock } from "../tsa/clock.service.ts";
import { findCosignedHead, forgetCosigned, replaceCosignedHead } from "./witnesses.repo.ts";
import { witnessNameBeside } from "./witnesses.ts";

/** Our line under somebody's checkpoint, or what we have cosigned last where that is not what they think. */
export type WitnessAnswer = { line: string } | { newestSize: number };

/**
 * Cosigns another log's checkpoint (c2sp.org/tlog-witness, add-checkpoint), if its log is one of the settings and
 * it goes on from what we cosigned last. What we saw is on the disk before anybody gets our line, and is looked at
 * and replaced in one transaction: two heads that contradict each other are never cosigned. Throws `rate_limited`,
 * `invalid`, `not_found` for an unknown log, `forbidden` for a checkpoint that is not the log's, `inconsistent`, and
 * `unavailable` while our clock is behind.
 */
export function cosignCheckpoint(deps: Deps, request: string, address: string): WitnessAnswer {
  takeFromLimit(deps, "cosignaturesPerAddress", address);
  const asked = parseAddCheckpoint(request);
  const text = asked && parseNote(asked.checkpoint)?.text;
  const claimed = text === undefined ? undefined : parseCheckpoint(text);
  if (!asked || text === undefined || !claimed) {
    throw new AppError("invalid", "This is no request to add a checkpoint (c2sp.org/tlog-witness).");
  }
  requireSigned(deps, asked.checkpoint, claimed.origin);
  if (asked.oldSize > claimed.size) {
    throw new AppError("invalid", "The old size is larger than that of the checkpoint.");
  }
  requireClock(deps);
  return deps.db.transaction(() => goOn(deps, { ...asked, text, head: claimed }), { behavior: "immediate" });
}

function requireSigned({ config }: Deps, checkpoint: string, origin: string): void {
  const keys = config.witnessFor.filter(({ name }) => name === origin);
  if (keys.length === 0) throw new AppError("not_found", "This server is no witness of this log.");
  if (keys.some((key) => openCheckpoint(checkpoint, key))) return;
  throw new AppError("forbidden", "The checkpoint is not signed with a key of this log.");
}

type Asked = { oldSize: number; hashes: Uint8Array[]; text: string; head: Checkpoint };

function goOn(deps: Deps, { oldSize, hashes, text, head }: Asked): WitnessAnswer {
  const { db, witnessKey } = deps;
  const before = findCosignedHead(db, head.origin) ?? { size: 0, hash: emptyHead };
  if (oldSize !== before.size) return { newestSize: before.size };
  const isOther = head.size === before.size && !sameBytes(head.hash, before.hash);
  if (isOther && head.size > 0) return { newestSize: before.size };
  if (isOther || !provesConsistency(hashes, before, head)) {
    throw new AppError("inconsistent", "The proof does not lead from the old checkpoint to this one.");
  }
  const now = new Date(deps.now());
  replaceCosignedHead(db, head.origin, head, now);
  noteTime(deps, now);
  return { line: cosign(text, witnessName(deps), witnessKey, Math.floor(now.getTime() / 1_000)) };
}

/** Name and public key of our cosignatures in one line, for those who have their logs witnessed by us. */
export function readWitnessKey(deps: Deps): string {
  return printVerifierKey(verifierOf(witnessName(deps), deps.witnessKey, signatureTypes.cosignature));
}

const witnessName = (deps: Deps) => witnessNameBeside(readLogName(deps));

/**
 * Makes us another witness, with a new key that has cosigned nothing: what the one before cosigned may no longer be
 * known. The key goes first; who dies behind it has a new key that thinks it has cosigned what the old one has.
 */
export function startOverAsWitness({ config }: Pick<Deps, "config">): (db: Deps["db"]) => void {
  if (readSigningKey(config.dataDir, "witness")) rotateSigningKey(config.dataDir, "witness");
  return forgetCosigned;
}
