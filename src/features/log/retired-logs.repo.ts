import { asc, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { endedLogs } from "../../../db/schema.ts";

export type EndedLog = typeof endedLogs.$inferSelect;

/** Oldest first. */
export function listEnded(db: Database): EndedLog[] {
  return db.select().from(endedLogs).orderBy(asc(endedLogs.number)).all();
}

export function findEnded(db: Database, number: number): EndedLog | undefined {
  return db.select().from(endedLogs).where(eq(endedLogs.number, number)).get();
}

export function insertEnded(db: Database, row: Omit<EndedLog, "number">): void {
  db.insert(endedLogs).values(row).run();
}
