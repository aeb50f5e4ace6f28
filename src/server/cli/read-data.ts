import { closeDatabase, type Database } from "../../../db/client.ts";
import { readConfiguredDatabase } from "../../../db/open.ts";
import { readConfig } from "../read-config.ts";

/** Prints the result of `work`. Opens the database read-only, even while a server uses it. */
export async function printFromDatabase(work: (db: Database) => Promise<string>): Promise<void> {
  const db = await readConfiguredDatabase(readConfig());
  try {
    console.log(await work(db));
  } finally {
    await closeDatabase(db);
  }
}
