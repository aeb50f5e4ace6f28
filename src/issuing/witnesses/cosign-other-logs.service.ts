import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { parseAddCheckpoint } from "../../evidence/tlog/add-checkpoint.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { emptyHead } from "../../evidence/tlog/merkle.ts";
import { provesConsistency, type TreeHead } from "../../evidence/tlog/proof-check.ts";
import { buildVerifier, cosign } from "../../evidence/tlog/sign-note.ts";
import { parseNote, printVerifierKey, signatureTypes } from "../../evidence/tlog/signed-note.ts";
import { readSigningKey, rotateSigningKey } from "../../platform/keys/keys.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { IssuingDeps } from "../deps.ts";
import { readLogName } from "../log/log.service.ts";
import { recordTime, requireClock } from "../tsa/clock.service.ts";
import { deleteCosigned, findCosignedHead, replaceCosignedHead } from "./witnesses.repo.ts";
import { getWitnessName } from "./witnesses.ts";

/** Our cosignature, or, if the request names a different size, the newest size we cosigned. */
export type WitnessAnswer = { line: string } | { newestSize: number };

/**
 * Cosigns another log's checkpoint (c2sp.org/tlog-witness, add-checkpoint) if the log is in the settings and the
 * checkpoint extends the one we cosigned last. One transaction compares and replaces that one, and it is on disk
 * before the cosignature leaves the server, so we never cosign two contradicting heads. Throws `rate_limited`,
 * `invalid`, `not_found` for an unknown log, `forbidden` for a checkpoint that is not the log's, `inconsistent`, and
 * `unavailable` while our clock is behind.
 */
export async function cosignCheckpoint(
  deps: Pick<
    IssuingDeps,
    "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey" | "witnessKey"
  >,
  request: string,
  address: string,
): Promise<WitnessAnswer> {
  await takeFromLimit(deps, "cosignaturesPerAddress", address);
  const asked = parseAddCheckpoint(request);
  const text = asked && parseNote(asked.checkpoint)?.text;
  const claimed = text === undefined ? undefined : parseCheckpoint(text);
  if (!asked || text === undefined || !claimed) {
    throw new AppError(
      "invalid",
      "not-a-checkpoint-request",
      "This is not a request to add a checkpoint (c2sp.org/tlog-witness).",
    );
  }
  requireSigned(deps, asked.checkpoint, claimed.origin);
  if (asked.oldSize > claimed.size) {
    throw new AppError(
      "invalid",
      "checkpoint-size-too-large",
      "The old size is larger than the checkpoint's size.",
    );
  }
  await requireClock(deps);
  return transaction(deps, async (deps) => cosignNext(deps, { ...asked, text, head: claimed }));
}

/** The newest head of the log with this name that we cosigned, if any: its log must always begin with these entries. */
export async function readCosignedHead(
  { db }: Pick<IssuingDeps, "db">,
  logName: string,
): Promise<TreeHead | undefined> {
  return findCosignedHead(db, logName);
}

function requireSigned({ config }: Pick<IssuingDeps, "config">, checkpoint: string, origin: string): void {
  const keys = config.witnessFor.filter(({ name }) => name === origin);
  if (keys.length === 0)
    throw new AppError("not_found", "log-not-witnessed", "This server does not witness this log.");
  if (keys.some((key) => openCheckpoint(checkpoint, key))) return;
  throw new AppError(
    "forbidden",
    "checkpoint-signature-invalid",
    "The checkpoint is not signed with a key of this log.",
  );
}

type Asked = { oldSize: number; hashes: Uint8Array[]; text: string; head: Checkpoint };

async function cosignNext(
  deps: Pick<IssuingDeps, "config" | "db" | "now" | "witnessKey">,
  { oldSize, hashes, text, head }: Asked,
): Promise<WitnessAnswer> {
  const { db, witnessKey } = deps;
  const before = (await findCosignedHead(db, head.origin)) ?? { size: 0, hash: emptyHead };
  if (oldSize !== before.size) return { newestSize: before.size };
  const isOther = head.size === before.size && !sameBytes(head.hash, before.hash);
  if (isOther && head.size > 0) return { newestSize: before.size };
  if (isOther || !provesConsistency(hashes, before, head)) {
    throw new AppError(
      "inconsistent",
      "consistency-proof-invalid",
      "The proof does not connect the old checkpoint to this one.",
    );
  }
  const now = new Date(deps.now());
  await replaceCosignedHead(db, head.origin, head, now);
  await recordTime(deps, now);
  return { line: cosign(text, await witnessName(deps), witnessKey, Math.floor(now.getTime() / 1_000)) };
}

/** Our verifier key line, for the logs that we cosign. */
export async function readWitnessKey(
  deps: Pick<IssuingDeps, "config" | "db" | "witnessKey">,
): Promise<string> {
  return printVerifierKey(
    buildVerifier(await witnessName(deps), deps.witnessKey, signatureTypes.cosignature),
  );
}

const witnessName = async (deps: Pick<IssuingDeps, "config" | "db">) =>
  getWitnessName(await readLogName(deps));

/**
 * Replaces our witness key with a new one that has cosigned nothing, because what the old key cosigned may be unknown.
 * Returns what must be written to the database afterward. After a crash in between, the new key merely refuses more
 * than necessary.
 */
export function replaceWitnessKey({
  config,
}: Pick<IssuingDeps, "config">): (db: IssuingDeps["db"]) => Promise<void> {
  if (readSigningKey(config.dataDir, "witness")) rotateSigningKey(config.dataDir, "witness");
  return deleteCosigned;
}
