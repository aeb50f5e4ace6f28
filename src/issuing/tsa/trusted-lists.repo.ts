import { and, eq, lte, ne } from "drizzle-orm";
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

/** The lists that were not removed, by state. */
export async function listTrustedLists(db: Database): Promise<TrustedListRow[]> {
  const { territory, content } = trustedLists;
  return db.select().from(trustedLists).where(ne(content, removed)).orderBy(territory).all();
}

/** The version of a state's list that is stored, or was until it was removed. */
export async function findSequence(db: Database, territory: string): Promise<number | undefined> {
  const row = db
    .select({ sequence: trustedLists.sequence })
    .from(trustedLists)
    .where(eq(trustedLists.territory, territory));
  return (await row.get())?.sequence;
}

/** In place of the content of a list that was removed: its number stays, so that no earlier version takes its place. */
const removed = "";

/** Whether there was one. */
export async function removeContent(db: Database, territory: string): Promise<boolean> {
  const row = await db
    .update(trustedLists)
    .set({ content: removed })
    .where(and(eq(trustedLists.territory, territory), ne(trustedLists.content, removed)))
    .returning({ territory: trustedLists.territory })
    .get();
  return row !== undefined;
}
