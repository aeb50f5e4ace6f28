import type { Database } from "../../db/client.ts";
import type { SigningKey } from "../evidence/signing-key.ts";
import { loadLogKey } from "../files/keys.ts";
import { readNextLogKey } from "../files/log-keys.ts";
import { findCheckpoint, hasEntries } from "./registry.repo.ts";
import { logIdIn, nameIn } from "./registry.ts";

/** The key of the log that the database goes on with; made before there is a log. AppError when it is missing. */
export function openLogKey(dataDir: string, db: Database): SigningKey {
  return keyOf(dataDir, db, () => hasEntries(db));
}

/** The same for those who change nothing. */
export function readLogKey(dataDir: string, db: Database): SigningKey {
  return keyOf(dataDir, db, () => true);
}

function keyOf(dataDir: string, db: Database, isNeeded: () => boolean): SigningKey {
  const id = logIdIn(nameIn(findCheckpoint(db) ?? ""));
  return id === undefined ? loadLogKey(dataDir, isNeeded) : readNextLogKey(dataDir, id);
}
