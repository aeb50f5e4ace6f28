import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { accessTokens, knownDevices, sessions, users } from "../../../db/schema.ts";
import type { Language } from "../../formats/languages.ts";
import { withAsciiDomain } from "../../formats/text/ascii-domain.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

/** The user with this key, deleted or not: a deleted user's name stays taken. */
export async function findUserByKey(db: Database, usernameKey: string): Promise<UserRow | undefined> {
  return db.select().from(users).where(eq(users.usernameKey, usernameKey)).get();
}

/** The user, unless deleted. */
export async function findActiveUser(db: Database, id: string): Promise<UserRow | undefined> {
  return activeUser(db).get({ id });
}

const activeUser = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), eq(users.isDeleted, false)))
    .prepare(),
);

/** All users with this address, in any capitalization, except deleted ones. */
export async function findActiveUsersByEmail(db: Database, email: string, limit: number): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(sameEmail(email), eq(users.isDeleted, false)))
    .limit(limit)
    .all();
}

/** Stores the user; false if the name is taken. The unique index decides, not an earlier check. */
export async function insertUser(db: Database, user: NewUser): Promise<boolean> {
  return (
    (await db
      .insert(users)
      .values(user)
      .onConflictDoNothing({ target: users.usernameKey })
      .returning({ id: users.id })
      .get()) !== undefined
  );
}

/** Whether the server has an administrator. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const isActiveAdmin = and(eq(users.isAdmin, true), eq(users.isDeleted, false));
  return (await db.select({ id: users.id }).from(users).where(isActiveAdmin).limit(1).get()) !== undefined;
}

export async function setPasswordHash(db: Database, userId: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId)).run();
}

/** Replaces a hash if it is still the given one; false if it was replaced, or the user deleted. */
export async function replacePasswordHash(
  db: Database,
  { id, passwordHash }: UserRow,
  by: string,
): Promise<boolean> {
  const unchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash), eq(users.isDeleted, false));
  return (
    (await db.update(users).set({ passwordHash: by }).where(unchanged).returning({ id: users.id }).get()) !==
    undefined
  );
}

export async function setLastLogin(db: Database, userId: string, at: Date): Promise<void> {
  await db.update(users).set({ lastLoginAt: at }).where(eq(users.id, userId)).run();
}

/** Records that the administrator's password is long enough. */
export async function setAdminPasswordProven(db: Database, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ hasAdminPassword: true })
    .where(and(eq(users.id, userId), eq(users.isAdmin, true)))
    .run();
}

/** Records whether a new password is long enough for an administrator. Anyone else's proves nothing for later. */
export async function noteNewPassword(db: Database, userId: string, isLong: boolean): Promise<void> {
  const hasAdminPassword = isLong ? sql`${users.isAdmin}` : false;
  await db.update(users).set({ hasAdminPassword }).where(eq(users.id, userId)).run();
}

/** Those of them with a confirmed address. */
export async function findConfirmedUsersByEmail(
  db: Database,
  email: string,
  max: number,
): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(sameEmail(email), eq(users.isDeleted, false), isNotNull(users.emailConfirmedAt)))
    .limit(max)
    .all();
}

/** The oldest of them. */
export async function findOldestUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db
    .select()
    .from(users)
    .where(and(sameEmail(email), eq(users.isDeleted, false)))
    .orderBy(users.createdAt, users.id)
    .limit(1)
    .get();
}

const sameEmail = (email: string) => sql`lower(${users.email}) = ${withAsciiDomain(email).toLowerCase()}`;

/** Stores an unconfirmed address. */
export async function setUnconfirmedEmail(db: Database, userId: string, email: string): Promise<void> {
  await db
    .update(users)
    .set({ email, emailKey: null, emailConfirmedAt: null, pendingEmail: null })
    .where(eq(users.id, userId))
    .run();
}

/** Stores an address to be confirmed, or null. The confirmed address stays. */
export async function setPendingEmail(db: Database, userId: string, email: string | null): Promise<void> {
  await db.update(users).set({ pendingEmail: email }).where(eq(users.id, userId)).run();
}

/** The ids of the accounts that are to be deleted by then. */
export async function listDueAccounts(db: Database, by: Date): Promise<string[]> {
  const isDue = and(lte(users.deletionAt, by), eq(users.isDeleted, false));
  return (await db.select({ id: users.id }).from(users).where(isDue).all()).map(({ id }) => id);
}

/** Stores when the account will be deleted, or null if it will not. */
export async function setDeletionAt(db: Database, userId: string, at: Date | null): Promise<void> {
  await db.update(users).set({ deletionAt: at }).where(eq(users.id, userId)).run();
}

export async function setLanguage(db: Database, userId: string, language: Language): Promise<void> {
  await db.update(users).set({ language }).where(eq(users.id, userId)).run();
}

export async function setTimeZone(db: Database, userId: string, timeZone: string | null): Promise<void> {
  await db.update(users).set({ timeZone }).where(eq(users.id, userId)).run();
}

export async function setName(
  db: Database,
  userId: string,
  name: Pick<UserRow, "firstName" | "lastName">,
): Promise<void> {
  await db.update(users).set(name).where(eq(users.id, userId)).run();
}

/** Stores an address that is known to be the user's. */
export async function setConfirmedEmail(
  db: Database,
  userId: string,
  { email, key, at }: { email: string; key: string; at: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ email, emailKey: key, emailConfirmedAt: at, pendingEmail: null })
    .where(eq(users.id, userId))
    .run();
}

export async function setAdmin(db: Database, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ isAdmin: true })
    .where(and(eq(users.id, userId), eq(users.isDeleted, false)))
    .run();
}

/** Takes an account's administrator rights away. */
export async function unsetAdmin(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, userId)).run();
}

/**
 * Ends every session, access token and known device of a user, inside the transaction that causes it. Returns the
 * tokens that the person had made for offices.
 */
export async function deleteUserAccess(
  db: Database,
  userId: string,
): Promise<{ id: string; officeId: string }[]> {
  await db.delete(sessions).where(eq(sessions.userId, userId)).run();
  await db.delete(accessTokens).where(eq(accessTokens.userId, userId)).run();
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId)).run();
  return db
    .delete(accessTokens)
    .where(eq(accessTokens.memberId, userId))
    .returning({ id: accessTokens.id, officeId: accessTokens.userId })
    .all();
}

export async function endAllAccess(db: Database): Promise<void> {
  await db.delete(sessions).run();
  await db.delete(accessTokens).run();
  await db.delete(knownDevices).run();
}
