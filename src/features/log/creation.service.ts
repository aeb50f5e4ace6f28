import type { Database } from "../../../db/client.ts";
import {
  findAttestation,
  listUnregistered,
  markAsBeginning,
  nextPosition,
  registerCertificate,
} from "./log.repo.ts";
import { commit, extendLog, type Registrar, writeEntries } from "./log.service.ts";

const maxConcurrency = 500;

/**
 * Begins the log with the certificates of before, oldest first, some hundreds in each transaction. Nothing is signed
 * before the last of them is written, so a program that dies in between has promised nothing: the next start goes on
 * where it ended. To be called before anything is served.
 */
export function beginLog(deps: Registrar, atOnce = maxConcurrency): void {
  const { db } = deps;
  registerEarlier(deps, atOnce);
  db.transaction(() => extendLog(deps, []), { behavior: "immediate" });
}

/** Writes the entries of the certificates of before, for a log that `logKey` is to sign; signs nothing. */
export function registerEarlier(
  { db, logKey }: Pick<Registrar, "db" | "logKey">,
  atOnce = maxConcurrency,
): void {
  markAsBeginning(db, logKey.kid);
  const waiting = listUnregistered(db);
  for (let at = 0; at < waiting.length; at += atOnce) {
    db.transaction(() => register(db, waiting.slice(at, at + atOnce)), { behavior: "immediate" });
  }
}

/** Some certificates, with their entries. Each serial number is one of a certificate without an entry. */
function register(db: Database, serialNumbers: string[]): void {
  const from = nextPosition(db);
  const committed = serialNumbers.map((serialNumber) => commit(findAttestation(db, serialNumber) ?? ""));
  writeEntries(
    db,
    from,
    committed.map(({ entry }) => entry),
  );
  for (const [at, { entrySalt }] of committed.entries()) {
    registerCertificate(db, serialNumbers[at] ?? "", { entryIndex: from + at, entrySalt });
  }
}
