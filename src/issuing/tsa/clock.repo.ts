import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { clock } from "../../../db/schema.ts";

/** What the database knows about the clock. */
export type StoredClock = Pick<typeof clock.$inferSelect, "newestIssued" | "contradictedSince" | "trustedAt">;

/** Takes one statement, and runs for every time-stamp. */
export async function readClock(db: Database): Promise<StoredClock> {
  return (await row(db).get()) ?? { newestIssued: null, contradictedSince: null, trustedAt: null };
}

const row = prepared((db) => db.select().from(clock).prepare());

/** Replaces some of the values; `null` clears one. */
export async function updateClock(db: Database, values: Partial<StoredClock>): Promise<void> {
  await db
    .insert(clock)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: clock.id, set: values })
    .run();
}

/** Stores a time that is newer than the stored one by at least `stepMs`; otherwise writes and locks nothing. */
export async function raiseNewestIssued(db: Database, time: Date, stepMs: number): Promise<void> {
  const { newestIssued } = await readClock(db);
  if (newestIssued !== null && newestIssued.getTime() + stepMs > time.getTime()) return;
  await raise(db).run({ time: time.getTime(), stepMs });
}

const raise = prepared((db) => {
  const newestIssued = sql`${sql.placeholder("time")}`;
  return db
    .insert(clock)
    .values({ id: 1, newestIssued })
    .onConflictDoUpdate({
      target: clock.id,
      set: { newestIssued },
      setWhere: sql`coalesce(${clock.newestIssued} + ${sql.placeholder("stepMs")}, 0) <= ${newestIssued}`,
    })
    .prepare();
});
