import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { documents, users } from "../../db/schema.ts";
import type { UserRow } from "../accounts/accounts.repo.ts";

/** Every account that was not deleted, newest first. */
export function listUsers(db: Database): UserRow[] {
  return db
    .select()
    .from(users)
    .where(eq(users.isDeleted, false))
    .orderBy(desc(users.createdAt), desc(users.id))
    .all();
}

export function addFreeCredits(db: Database, userId: string, credits: number): void {
  db.update(users)
    .set({ freeCredits: sql`${users.freeCredits} + ${credits}` })
    .where(eq(users.id, userId))
    .run();
}

/**
 * Marks the account deleted and forgets the person: names, address, password, referral code. Only the key of
 * the user name stays, so that nobody can open an account in the name of somebody who is gone.
 */
export function anonymiseUser(db: Database, userId: string): void {
  db.update(users)
    .set({
      isDeleted: true,
      username: `deleted-${userId}`,
      passwordHash: "",
      email: null,
      firstName: null,
      lastName: null,
      birthdate: null,
      referralCode: null,
    })
    .where(eq(users.id, userId))
    .run();
}

/** Takes the names out of a user's documents; returns their ids. What was attested stays. */
export function anonymiseDocumentsOf(db: Database, userId: string): string[] {
  const changed = db
    .update(documents)
    .set({
      clientName: null,
      timestampConfig: sql`json_remove(${documents.timestampConfig}, '$.otherParties')`,
    })
    .where(eq(documents.userId, userId))
    .returning({ id: documents.id })
    .all();
  return changed.map(({ id }) => id);
}
