import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { contradictedClock, trustedClock, vouchedTime } from "../../../db/schema.ts";

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

/** Since when, by our clock, outside authorities contradict it; undefined while they do not. */
export function contradictedSince(db: Database): Date | undefined {
  return db.select().from(contradictedClock).get()?.since;
}

/** Remembers a contradiction until `forgetContradiction`; the first one counts. */
export function noteContradiction(db: Database, since: Date): void {
  db.insert(contradictedClock).values({ id: 1, since }).onConflictDoNothing().run();
}

export function forgetContradiction(db: Database): void {
  db.delete(contradictedClock).run();
}

/** When the clock was last trusted with deleting; undefined before the first time. */
export function lastTrusted(db: Database): Date | undefined {
  return db.select().from(trustedClock).get()?.at;
}

/** The newest look counts, also when the clock was set back. */
export function noteTrusted(db: Database, at: Date): void {
  const row = db.insert(trustedClock).values({ id: 1, at });
  row.onConflictDoUpdate({ target: trustedClock.id, set: { at } }).run();
}
