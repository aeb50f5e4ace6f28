import type { Database } from "../../../db/client.ts";
import type { SigningKey } from "../../evidence/signing-key.ts";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { type LogEnd, printLogEnd } from "../../evidence/tlog/log-end.ts";
import { emptyHead } from "../../evidence/tlog/merkle.ts";
import type { TreeHead } from "../../evidence/tlog/proof-check.ts";
import { signCheckpoint, signNote, verifierOf } from "../../evidence/tlog/sign-note.ts";
import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { readSigningKey } from "../../platform/keys/keys.ts";
import type { Deps } from "../deps.ts";
import { headAt } from "./consistency-check.service.ts";
import { registerEarlier } from "./creation.service.ts";
import { type EndedLog, findBeginningKey, insertEnded, nextPosition, replaceCheckpoint } from "./log.repo.ts";
import { logIdIn, logNameAt, nameIn, nextLogName } from "./log.ts";
import { makeNextLogKey, readNextLogKeys, removeLogKey } from "./log-keys.service.ts";
import { forgetEndedKeys, requireNoUnsignedEntries } from "./startup-check.service.ts";
import {
  keepNewestCheckpoint,
  readStoredCheckpoint,
  storedCheckpointPath,
} from "./stored-checkpoint.service.ts";

type LostLog = { name: string; key: SigningKey; signed: TreeHead; newestCheckpoint: string | undefined };

/**
 * Ends the logs whose keys or newest checkpoint are here, but which the database knows nothing of, and begins another
 * one under a name and with a key that were never used: the way on when the database was lost. Each of them ends with
 * a signed statement that none of its entries is here. Certificates in the database go into the new log. Gives the
 * statements; none, and nothing is changed, where there is nothing of a log. Needs the data folder for itself.
 *
 * A key that the database is beginning with has signed nothing and just goes, unless the database itself `isOlder`
 * than the key's last use may be. As with `endLog`, everything turns with one transaction, and `startOver` belongs to
 * it.
 */
export function endLostLog(
  deps: Pick<Deps, "db" | "config" | "log" | "now">,
  startOver: (deps: Pick<Deps, "config">) => (db: Database) => void,
  isOlder = false,
): { ends: LogEnd[]; next: string } | undefined {
  const { db, config } = deps;
  requireNoUnsignedEntries(deps);
  const kept = readStoredCheckpoint(storedCheckpointPath(config.dataDir));
  const unsigned = isOlder ? undefined : findBeginningKey(db);
  const lost = lostLogs(config, kept, unsigned);
  if (lost.length === 0 && kept === undefined) return undefined;
  const id = crypto.randomUUID().slice(0, 8);
  const [origin, key] = [nextLogName(config.origin, id), makeNextLogKey(config.dataDir, id)];
  const next = printVerifierKey(verifierOf(origin, key));
  const ended = lost.map((log) => endOf(log, next, new Date(deps.now())));
  const forget = startOver(deps);
  if (unsigned !== undefined) removeLogKey(config.dataDir, undefined);
  registerEarlier({ db, logKey: key });
  db.transaction(
    () => {
      for (const { row } of ended) insertEnded(db, row);
      const size = nextPosition(db);
      replaceCheckpoint(db, signCheckpoint({ origin, size, hash: headAt({ db }, size) }, key));
      forget(db);
    },
    { behavior: "immediate" },
  );
  keepNewestCheckpoint(deps);
  forgetEndedKeys(deps);
  return { ends: ended.map(({ end }) => end), next };
}

/** A log for each key that may have signed: as long as the kept checkpoint says, if it is that log's. */
function lostLogs(
  { dataDir, origin }: Deps["config"],
  kept: string | undefined,
  unsigned: string | undefined,
): LostLog[] {
  const first = readSigningKey(dataDir, "log");
  const keys = [...(first ? [{ id: undefined, key: first }] : []), ...readNextLogKeys(dataDir)];
  return keys
    .filter(({ key }) => key.kid !== unsigned)
    .map(({ id, key }) => {
      const keptName = nameIn(kept ?? "");
      const isKept = kept !== undefined && logIdIn(keptName) === id;
      const head = isKept ? openCheckpoint(kept, verifierOf(keptName, key)) : undefined;
      if (head) return { name: head.origin, key, signed: head, newestCheckpoint: kept };
      const name = id === undefined ? logNameAt(origin) : nextLogName(origin, id);
      return { name, key, signed: nothing, newestCheckpoint: undefined };
    });
}

/** How every log begins, so that signing it contradicts nothing that was signed. */
const nothing: TreeHead = { size: 0, hash: emptyHead };

function endOf({ name, key, signed, newestCheckpoint }: LostLog, next: string, endedAt: Date) {
  const end: LogEnd = {
    name,
    here: nothing,
    signed: { size: signed.size, hash: signed.hash },
    next,
    endedAt: endedAt.toISOString(),
  };
  const checkpoint = signCheckpoint({ origin: name, ...nothing }, key);
  const row: Omit<EndedLog, "number"> = {
    verifierKey: printVerifierKey(verifierOf(name, key)),
    size: 0,
    checkpoint,
    newestCheckpoint: newestCheckpoint ?? checkpoint,
    statement: signNote(printLogEnd(end), name, key),
    endedAt,
  };
  return { end, row };
}
