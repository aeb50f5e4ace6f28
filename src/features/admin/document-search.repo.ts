import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { contains } from "../../../db/contains.ts";
import { documents, users } from "../../../db/schema.ts";
import { serialNumberContains } from "../documents/finding.repo.ts";
import type { SearchKey } from "./admin.schema.ts";

export type FoundDocument = Awaited<ReturnType<typeof findDocumentsWithClients>>[number];

/** Documents whose key contains the text, newest first, with their clients. The text is matched literally. */
export async function findDocumentsWithClients(db: Database, by: SearchKey, text: string, limit: number) {
  return db
    .select({ document: documents, client: users })
    .from(documents)
    .leftJoin(users, and(eq(users.id, documents.userId), eq(users.isDeleted, false)))
    .where(keyContains(by, text))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(limit)
    .all();
}

/** A user's documents, newest first. */
export async function listDocumentsOf(db: Database, userId: string, limit: number): Promise<FoundDocument[]> {
  return db
    .select({ document: documents, client: users })
    .from(documents)
    .leftJoin(users, and(eq(users.id, documents.userId), eq(users.isDeleted, false)))
    .where(eq(documents.userId, userId))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(limit)
    .all();
}

function keyContains(by: SearchKey, text: string): SQL {
  // No key contains a NUL, and no database engine accepts one.
  if (text.includes("\0")) return sql`1 = 0`;
  if (by === "serial") return serialNumberContains(text);
  return contains(by === "email" ? users.email : users.usernameKey, text);
}
