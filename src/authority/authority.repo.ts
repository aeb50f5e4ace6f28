import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { timeStamps } from "../../db/schema.ts";
import type { IssuedTimeStamp } from "./authority.ts";

/** What a token is about: the file as it was uploaded, or its stamped copy. */
export type TimeStamped = "original" | "stamped";

export function hasTimeStamps(db: Database): boolean {
  return db.select({ about: timeStamps.about }).from(timeStamps).limit(1).get() !== undefined;
}

/** To be called in the transaction that writes the certificate, or later for an outside token that was missing. */
export function insertTimeStamp(
  db: Database,
  serialNumber: string,
  about: TimeStamped,
  { token, time, authority, outside }: IssuedTimeStamp,
): void {
  const row = { serialNumber, about, isOutside: outside, token: Buffer.from(token), time, authority };
  db.insert(timeStamps).values(row).onConflictDoNothing().run();
}

/** A document's tokens, those of outside authorities first. */
export function listTimeStamps(db: Database, serialNumber: string): (typeof timeStamps.$inferSelect)[] {
  const rows = db.select().from(timeStamps).where(eq(timeStamps.serialNumber, serialNumber)).all();
  return rows.toSorted((one, other) => Number(other.isOutside) - Number(one.isOutside));
}

/** When the newest token of our own says it was made. */
export function newestOwnTime(db: Database): Date | undefined {
  const own = db.select({ time: timeStamps.time }).from(timeStamps).where(eq(timeStamps.isOutside, false));
  return own.orderBy(desc(sql`rowid`)).limit(1).get()?.time;
}
