import type { Database, TransactionOptions } from "./engine.ts";

/** Runs `work` in one transaction and gives it the same dependencies, with the transaction as their `db`. */
export async function transaction<Deps extends { db: Database }, T>(
  deps: Deps,
  work: (deps: Deps) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return deps.db.transaction((db) => work({ ...deps, db }), options);
}
