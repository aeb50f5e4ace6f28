import type { Database } from "../../../db/client.ts";
import { readDatabaseIn } from "../../../db/open.ts";
import { readConfig } from "../read-config.ts";

/** Prints the result of `work`. Opens the database read-only, also while a server uses it. */
export function tellFromDatabase(work: (db: Database) => string): void {
  const db = readDatabaseIn(readConfig().dataDir);
  try {
    console.log(work(db));
  } finally {
    db.$client.close();
  }
}
