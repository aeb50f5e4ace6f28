import type { Database } from "../../../db/client.ts";
import type { SigningKey } from "../../evidence/signing-key.ts";
import { loadLogKey } from "../../platform/keys/keys.ts";
import { readNextLogKey } from "../../platform/keys/log-keys.ts";
import { findCheckpoint, hasEntries, markAsBeginning } from "./log.repo.ts";
import { logIdIn, nameIn } from "./log.ts";

/**
 * The key of the log that the database goes on with; made before there is a log. AppError when it is missing. The
 * database is told of a new key before it is on the disk: so a key that it does not know is one of another database,
 * which may have signed with it, also when this process dies at any moment.
 */
export function openLogKey(dataDir: string, db: Database): SigningKey {
  return keyOf(
    dataDir,
    db,
    () => hasEntries(db),
    ({ kid }) => markAsBeginning(db, kid),
  );
}

/** The same for those who change nothing. */
export function readLogKey(dataDir: string, db: Database): SigningKey {
  return keyOf(dataDir, db, () => true);
}

function keyOf(
  dataDir: string,
  db: Database,
  isNeeded: () => boolean,
  announce?: (key: SigningKey) => void,
): SigningKey {
  const id = logIdIn(nameIn(findCheckpoint(db) ?? ""));
  return id === undefined ? loadLogKey(dataDir, isNeeded, announce) : readNextLogKey(dataDir, id);
}
