import type { Database } from "./client.ts";

/** Runs `work` in one transaction and gives it the same dependencies, with the transaction as their `db`. */
export async function transaction<Deps extends { db: Database }, T>(
  deps: Deps,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  return deps.db.transaction((db) => work({ ...deps, db }));
}
