import { and, count, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { PasskeyPurpose } from "../../../db/columns/accounts.ts";
import { passkeyChallenges, passkeys, users } from "../../../db/schema.ts";
import type { UserRow } from "./accounts.repo.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** The account's passkeys, oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id)
    .all();
}

export async function countPasskeys(db: Database, userId: string): Promise<number> {
  const own = eq(passkeys.userId, userId);
  return (await db.select({ count: count() }).from(passkeys).where(own).get())?.count ?? 0;
}

/** Undefined if it is unknown or its account was deleted. */
export async function findPasskeyAndOwner(
  db: Database,
  id: string,
): Promise<{ passkey: PasskeyRow; owner: UserRow } | undefined> {
  return db
    .select({ passkey: passkeys, owner: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.id, id), eq(users.isDeleted, false)))
    .get();
}

/** False if an account has this passkey, be it another one. The primary key decides, not an earlier check. */
export async function insertPasskey(db: Database, row: PasskeyRow): Promise<boolean> {
  const { id } = passkeys;
  return (await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id }).get()) !== undefined;
}

/**
 * Records a use. False if the passkey was removed, or its counter did not grow: then someone may have copied it. A
 * counter that stays 0 does not count.
 */
export async function spendPasskey(
  db: Database,
  { id }: Pick<PasskeyRow, "id">,
  { counter, at }: { counter: number; at: Date },
): Promise<boolean> {
  const isNewer = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const found = and(eq(passkeys.id, id), isNewer);
  const set = { counter, lastUsedAt: at };
  return (await db.update(passkeys).set(set).where(found).returning({ id: passkeys.id }).get()) !== undefined;
}

/** False if the user has no such passkey. */
export async function renamePasskeyRow(
  db: Database,
  userId: string,
  { id, name }: Pick<PasskeyRow, "id" | "name">,
): Promise<boolean> {
  const own = and(eq(passkeys.userId, userId), eq(passkeys.id, id));
  return (
    (await db.update(passkeys).set({ name }).where(own).returning({ id: passkeys.id }).get()) !== undefined
  );
}

/** False if the user has no such passkey. */
export async function deletePasskey(db: Database, userId: string, id: string): Promise<boolean> {
  const own = and(eq(passkeys.userId, userId), eq(passkeys.id, id));
  return (await db.delete(passkeys).where(own).returning({ id: passkeys.id }).get()) !== undefined;
}

/** In a transaction: removes the account's passkeys, and what they were to sign. */
export async function deletePasskeys(db: Database, userId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId)).run();
  await db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId)).run();
}

export async function insertChallenge(
  db: Database,
  row: typeof passkeyChallenges.$inferInsert,
): Promise<void> {
  await db.insert(passkeyChallenges).values(row).run();
}

/** Uses up a challenge; false if it was used, is too old, or is for another purpose or account. */
export async function takeChallenge(
  db: Database,
  challengeSha256: string,
  of: { purpose: PasskeyPurpose; userId: string | null; now: Date },
): Promise<boolean> {
  const { challengeSha256: hash, purpose, userId, expiresAt } = passkeyChallenges;
  const same = and(
    eq(hash, challengeSha256),
    eq(purpose, of.purpose),
    of.userId === null ? isNull(userId) : eq(userId, of.userId),
    gt(expiresAt, of.now),
  );
  return (await db.delete(passkeyChallenges).where(same).returning({ hash }).get()) !== undefined;
}

export async function deleteChallengesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, before)).run();
}
