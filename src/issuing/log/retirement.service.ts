import type { Database } from "../../../db/client.ts";
import type { SigningKey } from "../../evidence/signing-key.ts";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { type LogEnd, printLogEnd } from "../../evidence/tlog/log-end.ts";
import { emptyHead } from "../../evidence/tlog/merkle.ts";
import type { TreeHead } from "../../evidence/tlog/proof-check.ts";
import { buildVerifier, signCheckpoint, signNote } from "../../evidence/tlog/sign-note.ts";
import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import type { IssuingDeps } from "../deps.ts";
import { findCheckpoint, insertRetired, nextPosition, replaceCheckpoint } from "./log.repo.ts";
import { headAt, registerCertificates } from "./log.service.ts";
import { logIdIn, logNameAt, nameIn, nextLogName } from "./log.ts";
import {
  findLostKeys,
  makeNextLogKey,
  readLogKey,
  removeLogKey,
  removeRetiredKeys,
  type StoredLogKey,
} from "./log-keys.service.ts";
import type { LogState } from "./log-start.ts";
import { readLogState } from "./log-state.service.ts";
import {
  readStoredCheckpoint,
  storedCheckpointPath,
  storeNewestCheckpoint,
} from "./stored-checkpoint.service.ts";

/** The last statements of the logs that were retired, and the verifier key line of the log that follows. */
export type Retirement = { ends: LogEnd[]; next: string };

/**
 * Retires the log with a last signed statement and opens another one, under a name and with a key that were never
 * used. The new log takes over all entries in the database, so that every certificate keeps its position. Receipts of
 * the old log stay valid under its key, which stays published. A lost log, whose entries are gone, is retired as empty;
 * where its key is gone too, there is no statement. Returns undefined when there is no log to retire, and throws
 * AppError when the log is damaged; then nothing is changed. Only one process may use the data folder.
 *
 * What this server cosigned for other logs may be lost as well: `replaceWitnessKey` replaces that key and returns what
 * must be written in the same transaction. The new key is on disk before that transaction. A crash before it changes
 * nothing; after it the next start does the rest.
 */
export async function retireLog(
  deps: Pick<IssuingDeps, "db" | "config" | "log" | "now">,
  replaceWitnessKey: (deps: Pick<IssuingDeps, "config">) => (db: Database) => Promise<void>,
  isOlder = false,
): Promise<Retirement | undefined> {
  const { db, config } = deps;
  const retiring = await findRetiring(deps, isOlder);
  if (retiring === undefined) return undefined;
  const id = crypto.randomUUID().slice(0, 8);
  const [origin, key] = [nextLogName(config.origin, id), makeNextLogKey(config.dataDir, id)];
  const next = printVerifierKey(buildVerifier(origin, key));
  const retired = retiring.logs.map((log) => signEnd(log, next, new Date(deps.now())));
  const deleteCosigned = replaceWitnessKey(deps);
  if (retiring.isFirstKeyUnused) removeLogKey(config.dataDir, undefined);
  await db.transaction(async (db) => {
    for (const { row } of retired) await insertRetired(db, row);
    await registerCertificates(db);
    const size = await nextPosition(db);
    await replaceCheckpoint(db, signCheckpoint({ origin, size, hash: await headAt({ db }, size) }, key));
    await deleteCosigned(db);
  });
  await storeNewestCheckpoint(deps);
  await removeRetiredKeys(db, config.dataDir);
  return { ends: retired.map(({ end }) => end), next };
}

/** `here`: its entries in the database. `signed`: the longest version that it is known to have signed. */
type RetiringLog = {
  name: string;
  key: SigningKey;
  here: TreeHead;
  checkpoint: string;
  signed: TreeHead;
  newestCheckpoint: string;
};

async function findRetiring(
  deps: Pick<IssuingDeps, "db" | "config">,
  isOlder: boolean,
): Promise<{ logs: RetiringLog[]; isFirstKeyUnused: boolean } | undefined> {
  const { db, config } = deps;
  const logKey = (await findCheckpoint(db)) === undefined ? undefined : await readLogKey(config.dataDir, db);
  const found = await readLogState(deps, logKey, isOlder);
  if (found.state === "new") return undefined;
  if (found.state !== "lost" && logKey) {
    return { logs: [describeCurrent(found, logKey)], isFirstKeyUnused: false };
  }
  const stored = readStoredCheckpoint(storedCheckpointPath(config.dataDir));
  const lost = await findLostKeys(db, config.dataDir, isOlder);
  return {
    logs: lost.map((key) => describeLost(key, config.origin, stored)),
    isFirstKeyUnused: lost.every(({ id }) => id !== undefined),
  };
}

function describeCurrent(
  { log, ...found }: Exclude<LogState, { state: "new" | "lost" }>,
  key: SigningKey,
): RetiringLog {
  const newest = found.state === "behind" ? found.newest : log;
  return {
    name: log.head.origin,
    key,
    here: log.head,
    checkpoint: log.checkpoint,
    signed: newest.head,
    newestCheckpoint: newest.checkpoint,
  };
}

/** Every log begins empty, so this signature contradicts no earlier one. */
const empty: TreeHead = { size: 0, hash: emptyHead };

/** A lost log signed the stored checkpoint, if the checkpoint is its own. */
function describeLost({ id, key }: StoredLogKey, address: string, stored: string | undefined): RetiringLog {
  const storedName = nameIn(stored ?? "");
  const isItsOwn = stored !== undefined && logIdIn(storedName) === id;
  const signed = isItsOwn ? openCheckpoint(stored, buildVerifier(storedName, key)) : undefined;
  const name = signed?.origin ?? (id === undefined ? logNameAt(address) : nextLogName(address, id));
  const checkpoint = signCheckpoint({ origin: name, ...empty }, key);
  return {
    name,
    key,
    here: empty,
    checkpoint,
    signed: signed ?? empty,
    newestCheckpoint: signed && stored ? stored : checkpoint,
  };
}

function signEnd(
  { name, key, here, checkpoint, signed, newestCheckpoint }: RetiringLog,
  next: string,
  endedAt: Date,
) {
  const end: LogEnd = {
    name,
    here: { size: here.size, hash: here.hash },
    signed: { size: signed.size, hash: signed.hash },
    next,
    endedAt: endedAt.toISOString(),
  };
  const row = {
    verifierKey: printVerifierKey(buildVerifier(name, key)),
    size: here.size,
    checkpoint,
    newestCheckpoint,
    endedAt,
    statement: signNote(printLogEnd(end), name, key),
  };
  return { end, row };
}
