import { eq, lte } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { trustedLists } from "../../../db/schema.ts";

export type TrustedListRow = typeof trustedLists.$inferSelect;

/** Replaces an earlier version, or the same one; never a later one. */
export async function upsertTrustedList(db: Database, row: TrustedListRow): Promise<void> {
  const { territory: target, sequence } = trustedLists;
  await db
    .insert(trustedLists)
    .values(row)
    .onConflictDoUpdate({ target, set: row, setWhere: lte(sequence, row.sequence) })
    .run();
}

export async function listTrustedLists(db: Database): Promise<TrustedListRow[]> {
  return db.select().from(trustedLists).orderBy(trustedLists.territory).all();
}

/** Whether there was one. */
export async function deleteTrustedList(db: Database, territory: string): Promise<boolean> {
  const deleted = await db
    .delete(trustedLists)
    .where(eq(trustedLists.territory, territory))
    .returning({ territory: trustedLists.territory })
    .get();
  return deleted !== undefined;
}
