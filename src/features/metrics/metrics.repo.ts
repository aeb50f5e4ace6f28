import { count, eq, isNotNull, min, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { documents, jobs, mails, stampUsage, users } from "../../../db/schema.ts";

export type Kept = Awaited<ReturnType<typeof countStored>>;

/** Counts of rows. Reads whole tables. */
export async function countStored(db: Database) {
  return {
    documents: await db
      .select({ status: documents.status, rows: count() })
      .from(documents)
      .groupBy(documents.status)
      .all(),
    bytes: await db
      .select({
        originals:
          sql`coalesce(sum(cast(${documents.fileSize} as bigint)) filter (where ${isNotNull(documents.originalPath)}), 0)`.mapWith(
            Number,
          ),
        stamped:
          sql`coalesce(sum(${documents.stampedSize}) filter (where ${isNotNull(documents.processedPath)}), 0)`.mapWith(
            Number,
          ),
      })
      .from(documents)
      .get(),
    accounts:
      (await db.select({ rows: count() }).from(users).where(eq(users.isDeleted, false)).get())?.rows ?? 0,
    stamps: (await db.select({ rows: count() }).from(stampUsage).get())?.rows ?? 0,
    mails: await db.select({ state: mails.state, rows: count() }).from(mails).groupBy(mails.state).all(),
  };
}

/** Jobs by kind and state, with the age of the oldest of each. */
export async function countJobs(db: Database) {
  return db
    .select({ kind: jobs.kind, state: jobs.state, rows: count(), oldest: min(jobs.createdAt) })
    .from(jobs)
    .groupBy(jobs.kind, jobs.state)
    .all();
}
