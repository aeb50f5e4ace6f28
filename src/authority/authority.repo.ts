import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { timeStamps, vouchedTime } from "../../db/schema.ts";
import type { IssuedTimeStamp } from "./authority.ts";

/** What a token is about: the file as it was uploaded, or its stamped copy. */
export type TimeStamped = "original" | "stamped";

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

/** The newest time that was vouched for, to whomever; undefined before the first. */
export function newestVouchedTime(db: Database): Date | undefined {
  return db.select().from(vouchedTime).get()?.newest;
}

/** Remembers that a time was vouched for; an older one changes nothing. */
export function noteVouchedTime(db: Database, time: Date): void {
  const newest = sql`max(${vouchedTime.newest}, ${time.getTime()})`;
  const row = db.insert(vouchedTime).values({ id: 1, newest: time });
  row.onConflictDoUpdate({ target: vouchedTime.id, set: { newest } }).run();
}

/** Takes back what a clock that was ahead has vouched for. */
export function setVouchedTime(db: Database, time: Date): void {
  db.update(vouchedTime).set({ newest: time }).run();
}
