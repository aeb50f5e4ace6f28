import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { documents, users } from "../../../db/schema.ts";
import { forgottenFileName } from "../../formats/file-names.ts";
import type { UserRow } from "../accounts/accounts.repo.ts";

/** The user, deleted or not, so that a list can continue after one who was just deleted. */
export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.id, id)).get();
}

/** Accounts that were not deleted, newest first, at most `most`, after `last`; with `search`, only those that match. */
export async function listUsers(
  db: Database,
  most: number,
  last?: UserRow,
  search?: string,
): Promise<UserRow[]> {
  const { createdAt, id, isDeleted } = users;
  const isAfter =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)));
  return db
    .select()
    .from(users)
    .where(and(eq(isDeleted, false), isAfter, search ? mentions(search) : undefined))
    .orderBy(desc(createdAt), desc(id))
    .limit(most)
    .all();
}

/** Whether username, address or a name contain the term, in upper or lower case. */
function mentions(term: string): SQL | undefined {
  const pattern = `%${term.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const { email, firstName, lastName, username } = users;
  return or(
    ...[username, email, firstName, lastName].map(
      (column) => sql`lower(${column}) LIKE ${pattern} ESCAPE '\\'`,
    ),
  );
}

/**
 * Marks the account as deleted and removes personal data: names, address, password, referral code. Only the key of the
 * user name stays, so that no one can register the name of a deleted user.
 */
export async function anonymiseUser(db: Database, userId: string): Promise<void> {
  await db
    .update(users)
    .set({
      isDeleted: true,
      username: `deleted-${userId}`,
      passwordHash: "",
      email: null,
      pendingEmail: null,
      deletionAt: null,
      emailConfirmedAt: null,
      emailKey: null,
      firstName: null,
      lastName: null,
      birthdate: null,
      referralCode: null,
      referralAwaits: null,
    })
    .where(eq(users.id, userId))
    .run();
}

/** Removes the names from a user's documents and their files; returns their ids. What was attested stays. */
export async function anonymiseDocumentsOf(db: Database, userId: string): Promise<string[]> {
  const { id, originalName, timestampConfig } = documents;
  const owned = await db
    .select({ id, originalName, timestampConfig })
    .from(documents)
    .where(eq(documents.userId, userId))
    .all();
  for (const document of owned) {
    await db
      .update(documents)
      .set({
        clientName: null,
        originalName: forgottenFileName(document.originalName),
        displayName: null,
        note: null,
        searchText: "",
        timestampConfig: document.timestampConfig && { ...document.timestampConfig, otherParties: undefined },
      })
      .where(eq(id, document.id))
      .run();
  }
  return owned.map((document) => document.id);
}
