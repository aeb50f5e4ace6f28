import type { Database } from "../../../db/client.ts";
import { type Checkpoint, openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { type LogEnd, printLogEnd } from "../../evidence/tlog/log-end.ts";
import { signCheckpoint, signNote, verifierOf } from "../../evidence/tlog/sign-note.ts";
import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import type { Deps } from "../deps.ts";
import { requireSoundLog } from "./consistency-check.service.ts";
import { insertEnded, replaceCheckpoint } from "./log.repo.ts";
import { nextLogName } from "./log.ts";
import { makeNextLogKey } from "./log-keys.service.ts";
import { forgetEndedKeys } from "./startup-check.service.ts";
import {
  keepNewestCheckpoint,
  readStoredCheckpoint,
  storedCheckpointPath,
} from "./stored-checkpoint.service.ts";

/**
 * Ends the log with a last signed statement and begins another one, under a name and with a key that were never used:
 * the way on when the database is older than what was signed. The new log takes over the entries that are here, so
 * that every certificate keeps its place; receipts of the old log hold on under its key, which is published. Needs
 * the data folder for itself. Throws AppError when the log that is here is not sound; then nothing is changed.
 *
 * What was cosigned of other logs may be lost as well: `startOver` makes its key anew and gives what is to be written
 * in the transaction.
 *
 * The new key is on the disk before the one transaction that ends the log. Who dies before it has changed nothing;
 * what comes behind it the next start does.
 */
export function endLog(
  deps: Pick<Deps, "db" | "config" | "logKey" | "log" | "now">,
  startOver: (deps: Pick<Deps, "config">) => (db: Database) => void,
): LogEnd {
  const { db, config, logKey } = deps;
  const { checkpoint, head } = requireSoundLog(deps);
  const newest = newestSigned(deps, checkpoint, head);
  const id = crypto.randomUUID().slice(0, 8);
  const [name, key] = [nextLogName(config.origin, id), makeNextLogKey(config.dataDir, id)];
  const endedAt = new Date(deps.now());
  const end: LogEnd = {
    name: head.origin,
    here: headOf(head),
    signed: headOf(newest.head),
    next: printVerifierKey(verifierOf(name, key)),
    endedAt: endedAt.toISOString(),
  };
  const forget = startOver(deps);
  db.transaction(
    () => {
      insertEnded(db, {
        verifierKey: printVerifierKey(verifierOf(head.origin, logKey)),
        size: head.size,
        checkpoint,
        newestCheckpoint: newest.checkpoint,
        statement: signNote(printLogEnd(end), head.origin, logKey),
        endedAt,
      });
      replaceCheckpoint(db, signCheckpoint({ origin: name, size: head.size, hash: head.hash }, key));
      forget(db);
    },
    { behavior: "immediate" },
  );
  keepNewestCheckpoint(deps);
  forgetEndedKeys(deps);
  return end;
}

const headOf = ({ size, hash }: Checkpoint) => ({ size, hash });

/** The longest log that is known to have been signed: the one here, or the one kept beside the database. */
function newestSigned(
  { config, logKey }: Pick<Deps, "config" | "logKey">,
  checkpoint: string,
  head: Checkpoint,
): { checkpoint: string; head: Checkpoint } {
  const kept = readStoredCheckpoint(storedCheckpointPath(config.dataDir));
  const keptHead = kept === undefined ? undefined : openCheckpoint(kept, verifierOf(head.origin, logKey));
  return kept && keptHead && keptHead.size > head.size
    ? { checkpoint: kept, head: keptHead }
    : { checkpoint, head };
}
