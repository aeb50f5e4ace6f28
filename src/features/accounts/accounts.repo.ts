import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { accessTokens, knownDevices, sessions, users } from "../../../db/schema.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

/** The user of that key, deleted or not: a deleted user's name stays taken. */
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

/** The users, apart from deleted ones, who gave this address, however it is capitalised. */
export async function findActiveUsersByEmail(db: Database, email: string, most: number): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(sameEmail(email), eq(users.isDeleted, false)))
    .limit(most)
    .all();
}

/** Stores the user unless the name is taken; false when it is. The unique index decides, not a look before. */
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

/** Whether anybody can administer this server. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const isActiveAdmin = and(eq(users.isAdmin, true), eq(users.isDeleted, false));
  return (await db.select({ id: users.id }).from(users).where(isActiveAdmin).limit(1).get()) !== undefined;
}

export async function setPasswordHash(db: Database, userId: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId)).run();
}

/** Sets a hash where the one that was looked at still stands; false when it was replaced, or the user deleted. */
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

/** Notes that the administrator's password is long enough for one. */
export async function setAdminPasswordProven(db: Database, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ hasAdminPassword: true })
    .where(and(eq(users.id, userId), eq(users.isAdmin, true)))
    .run();
}

/** Those of them who confirmed the address. */
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

/** The oldest of them: rows are numbered as they are written, and the index lists equal addresses by that number. */
export async function findOldestUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db
    .select()
    .from(users)
    .where(and(sameEmail(email), eq(users.isDeleted, false)))
    .orderBy(sql`${users}.rowid`)
    .limit(1)
    .get();
}

const sameEmail = (email: string) => sql`lower(${users.email}) = ${email.toLowerCase()}`;

/** Writes an address that nobody confirmed yet. */
export async function setUnconfirmedEmail(db: Database, userId: string, email: string): Promise<void> {
  await db
    .update(users)
    .set({ email, emailKey: null, emailConfirmedAt: null })
    .where(eq(users.id, userId))
    .run();
}

/** Writes an address that is known to be the user's. */
export async function setConfirmedEmail(
  db: Database,
  userId: string,
  { email, key, at }: { email: string; key: string; at: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ email, emailKey: key, emailConfirmedAt: at })
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

/** Ends every session, access token and known device of a user, inside the transaction that gives the reason. */
export async function endAccessOf(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId)).run();
  await db.delete(accessTokens).where(eq(accessTokens.userId, userId)).run();
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId)).run();
}

export async function endAllAccess(db: Database): Promise<void> {
  await db.delete(sessions).run();
  await db.delete(accessTokens).run();
  await db.delete(knownDevices).run();
}
