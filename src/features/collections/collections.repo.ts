import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { documents } from "../../../db/schema.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";

/** The user's collections, newest first, at most `limit`; with `last`, those after it. */
export async function listOwnedCollections(
  db: Database,
  userId: string,
  limit: number,
  last?: DocumentRow,
): Promise<DocumentRow[]> {
  const { createdAt, id, kind } = documents;
  const isAfter =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)));
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), sql`${kind} = 'collection'`, isAfter))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .all();
}
