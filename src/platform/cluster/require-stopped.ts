import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";

/** The connection name of a command that requires all servers to be stopped; servers use a different name. */
export const soleConnectionName = "attestamp alone";

/**
 * Throws AppError while servers are connected to a PostgreSQL database. In a data folder, a lock protects SQLite.
 * `place`: the database in messages.
 */
export async function requireStopped(db: Database, place: string): Promise<void> {
  if (db.engine === "sqlite") return;
  const others = await db.values(
    sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'attestamp' LIMIT 1`,
  );
  if (others.length === 0) return;
  throw new AppError(
    "conflict",
    "servers-running",
    "Servers are using {place}. Please stop all of them first.",
    { params: { place } },
  );
}
