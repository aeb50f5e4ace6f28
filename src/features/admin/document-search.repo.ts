import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { documents, users } from "../../../db/schema.ts";
import type { SearchKey } from "./admin.schema.ts";

export type FoundDocument = Awaited<ReturnType<typeof findDocumentsWithClients>>[number];

const columns = { email: users.email, serial: documents.serialNumber, username: users.usernameKey };

/** Documents whose key contains the text, newest first, with their clients. The text is matched literally. */
export async function findDocumentsWithClients(db: Database, by: SearchKey, text: string, most: number) {
  return db
    .select({ document: documents, client: users })
    .from(documents)
    .leftJoin(users, and(eq(users.id, documents.userId), eq(users.isDeleted, false)))
    .where(contains(columns[by], text))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(most)
    .all();
}

/** ASCII letters match in both cases. No character has a special meaning. */
function contains(column: (typeof columns)[SearchKey], text: string): SQL {
  // No key contains a NUL, at which SQLite would end the pattern.
  if (text.includes("\0")) return sql`1 = 0`;
  const inLowerCase = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pattern = `%${inLowerCase.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`lower(${column}) LIKE ${pattern} ESCAPE '\\'`;
}
