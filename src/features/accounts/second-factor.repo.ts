import { and, count, eq, isNotNull, isNull, lt, ne, or } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { authenticatorApps, knownDevices, recoveryCodes, sessions } from "../../../db/schema.ts";
import { deletePasskeys } from "./passkeys.repo.ts";

type AppRow = typeof authenticatorApps.$inferSelect;

/** The account's authenticator app, also one that was not confirmed yet. */
export async function findApp(db: Database, userId: string): Promise<AppRow | undefined> {
  return db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId)).get();
}

/** Stores an app that is not confirmed, in place of an earlier one of that kind. False if one is confirmed. */
export async function startApp(
  db: Database,
  row: Pick<AppRow, "userId" | "sealedSecret" | "startedAt">,
): Promise<boolean> {
  const { sealedSecret, startedAt } = row;
  const stored = await db
    .insert(authenticatorApps)
    .values(row)
    .onConflictDoUpdate({
      target: authenticatorApps.userId,
      set: { sealedSecret, startedAt, lastStep: null },
      setWhere: isNull(authenticatorApps.confirmedAt),
    })
    .returning({ userId: authenticatorApps.userId })
    .get();
  return stored !== undefined;
}

/** Confirms the app if it still has this secret; false if it was confirmed, replaced or removed. */
export async function setAppConfirmed(
  db: Database,
  { userId, sealedSecret }: AppRow,
  { at, step }: { at: Date; step: number },
): Promise<boolean> {
  const { confirmedAt, ...columns } = authenticatorApps;
  const isOpen = and(eq(columns.userId, userId), eq(columns.sealedSecret, sealedSecret), isNull(confirmedAt));
  const set = { confirmedAt: at, lastStep: step };
  return (
    (await db
      .update(authenticatorApps)
      .set(set)
      .where(isOpen)
      .returning({ userId: columns.userId })
      .get()) !== undefined
  );
}

/** Records that a code of this step was used; false if one of it, or of a later one, was used before. */
export async function spendStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { lastStep, confirmedAt } = authenticatorApps;
  const isUnused = or(isNull(lastStep), lt(lastStep, step));
  const own = and(eq(authenticatorApps.userId, userId), isNotNull(confirmedAt), isUnused);
  return (
    (await db.update(authenticatorApps).set({ lastStep: step }).where(own).returning({ lastStep }).get()) !==
    undefined
  );
}

/** False if the account has no confirmed app. */
export async function deleteApp(db: Database, userId: string): Promise<boolean> {
  const own = and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt));
  const { userId: id } = authenticatorApps;
  return (await db.delete(authenticatorApps).where(own).returning({ id }).get()) !== undefined;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const own = eq(recoveryCodes.userId, userId);
  return (await db.select({ count: count() }).from(recoveryCodes).where(own).get())?.count ?? 0;
}

/** In a transaction: replaces the account's recovery codes by these, given as hashes. */
export async function replaceRecoveryCodes(db: Database, userId: string, hashes: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  if (hashes.length === 0) return;
  await db
    .insert(recoveryCodes)
    .values(hashes.map((codeSha256) => ({ userId, codeSha256 })))
    .run();
}

/** Uses up a recovery code, given as its hash; false if there is none. */
export async function spendRecoveryCode(db: Database, userId: string, codeSha256: string): Promise<boolean> {
  const own = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeSha256, codeSha256));
  const { codeSha256: hash } = recoveryCodes;
  return (await db.delete(recoveryCodes).where(own).returning({ hash }).get()) !== undefined;
}

/** In a transaction: removes every factor of an account, whether it is confirmed or not. */
export async function deleteFactors(db: Database, userId: string): Promise<void> {
  await db.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId)).run();
  await replaceRecoveryCodes(db, userId, []);
  await deletePasskeys(db, userId);
}

/**
 * In a transaction: ends the account's sessions and forgets its browsers, except those with these hashes, since none of
 * them has proven a second factor.
 */
export async function endAccessElsewhere(
  db: Database,
  userId: string,
  here: { sid: string; deviceHash: string },
): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.sid, here.sid)))
    .run();
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.tokenHash, here.deviceHash)))
    .run();
}
