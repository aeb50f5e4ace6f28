/** Test support: rows that a test adds and lists by their IDs. */

import type { Database } from "./client.ts";
import { jobs } from "./schema.ts";

const at = new Date(1_000);

export const addJob = (db: Database, id: string) =>
  db.insert(jobs).values({ id, kind: "test", subject: id, availableAt: at, createdAt: at }).run();

/** In the order of their IDs. */
export async function listJobs(db: Database): Promise<string[]> {
  return (await db.select().from(jobs).orderBy(jobs.id).all()).map(({ id }) => id);
}
