import { and, count, desc, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { accessTokens, users } from "../../../db/schema.ts";
import type { UserRow } from "./accounts.repo.ts";

export type TokenRow = typeof accessTokens.$inferSelect;

/** Newest first. */
export async function listUserTokens(db: Database, userId: string): Promise<TokenRow[]> {
  return db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.createdAt), accessTokens.id)
    .all();
}

/** The tokens of an office, oldest first, each with the username of the member who made it. */
export async function listOfficeTokens(db: Database, officeId: string) {
  return db
    .select({ token: accessTokens, madeBy: users.username })
    .from(accessTokens)
    .leftJoin(users, and(eq(users.id, accessTokens.memberId), eq(users.isDeleted, false)))
    .where(eq(accessTokens.userId, officeId))
    .orderBy(accessTokens.createdAt, accessTokens.id)
    .all();
}

export async function findOwnedToken(
  db: Database,
  userId: string,
  id: string,
): Promise<TokenRow | undefined> {
  const own = and(eq(accessTokens.id, id), eq(accessTokens.userId, userId));
  return db.select().from(accessTokens).where(own).get();
}

export async function countUserTokens(db: Database, userId: string): Promise<number> {
  const found = await db
    .select({ count: count() })
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .get();
  return found?.count ?? 0;
}

export async function insertToken(db: Database, row: TokenRow): Promise<void> {
  await db.insert(accessTokens).values(row).run();
}

/** The token with its owner; undefined if that account was deleted. */
export async function findTokenAndOwner(
  db: Database,
  id: string,
): Promise<{ token: TokenRow; owner: UserRow } | undefined> {
  return db
    .select({ token: accessTokens, owner: users })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(and(eq(accessTokens.id, id), eq(users.isDeleted, false)))
    .get();
}

export async function setTokenUsed(db: Database, id: string, at: Date): Promise<void> {
  await db.update(accessTokens).set({ lastUsedAt: at }).where(eq(accessTokens.id, id)).run();
}

export async function deleteToken(db: Database, id: string): Promise<void> {
  await db.delete(accessTokens).where(eq(accessTokens.id, id)).run();
}
