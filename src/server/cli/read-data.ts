import type { Database } from "../../../db/client.ts";
import { readDatabaseIn } from "../../../db/open.ts";
import { readConfig } from "../read-config.ts";

/** Prints what `work` returns. The database is opened for reading only, also while a server uses it. */
export function tellFromDatabase(work: (db: Database) => string): void {
  const db = readDatabaseIn(readConfig().dataDir);
  try {
    console.log(work(db));
  } finally {
    db.$client.close();
  }
}
