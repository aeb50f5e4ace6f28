import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client.ts";
import type { ReferralProof } from "../../../db/columns/accounts.ts";
import { prepared } from "../../../db/prepared.ts";
import { creditEntries, documents, knownDevices, stampUsage, users } from "../../../db/schema.ts";
import { locked } from "../../../db/sql-dialect.ts";

export type ReferredAccount = NonNullable<Awaited<ReturnType<typeof findReferredAccount>>>;

/**
 * An account with a pending referral, and the data that distinguishes its user from others; undefined if none is
 * pending.
 */
export async function findReferredAccount(db: Database, userId: string) {
  const found = await referredAccount(db).get({ userId });
  return found?.awaits ? { ...found, awaits: found.awaits } : undefined;
}

/**
 * Locks the account: the result of `findReferredAccount` stays true until the transaction ends, so another server
 * cannot credit it as well.
 */
export async function lockAccount(db: Database, userId: string): Promise<void> {
  await lockedAccount(db).get({ userId });
}

const lockedAccount = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(sql`${eq(users.id, sql.placeholder("userId"))}${locked(db)}`)
    .prepare(),
);

const referredAccount = prepared((db) => {
  const referrer = alias(users, "referrer");
  return db
    .select({
      id: users.id,
      awaits: users.referralAwaits,
      email: users.email,
      emailKey: users.emailKey,
      referrer: {
        id: referrer.id,
        isDeleted: referrer.isDeleted,
        email: referrer.email,
        emailKey: referrer.emailKey,
      },
    })
    .from(users)
    .innerJoin(referrer, eq(referrer.id, users.referredBy))
    .where(
      and(
        eq(users.id, sql.placeholder("userId")),
        eq(users.isDeleted, false),
        isNotNull(users.referralAwaits),
      ),
    )
    .prepare();
});

export async function setReferralAwaits(
  db: Database,
  userId: string,
  awaits: ReferralProof | null,
): Promise<void> {
  await db.update(users).set({ referralAwaits: awaits }).where(eq(users.id, userId)).run();
}

export async function addCreditsEarned(db: Database, userId: string, credits: number): Promise<void> {
  await db
    .update(users)
    .set({ referralCreditsEarned: sql`${users.referralCreditsEarned} + ${credits}` })
    .where(eq(users.id, userId))
    .run();
}

/** Whether the account got the credits of being referred. */
export async function hasReferralCredits(db: Database, userId: string): Promise<boolean> {
  const own = and(
    eq(creditEntries.userId, userId),
    eq(creditEntries.reason, "referral"),
    eq(creditEntries.subject, userId),
  );
  return (await db.select({ id: creditEntries.id }).from(creditEntries).where(own).get()) !== undefined;
}

/** Whether a document of the account was stamped. Documents in progress and failed ones do not count. */
export async function hasStamped(db: Database, userId: string): Promise<boolean> {
  const isDone = or(isNull(documents.id), eq(documents.status, "completed"));
  const taken = and(eq(stampUsage.userId, userId), isNull(stampUsage.returnedAt));
  return (
    (await db
      .select({ id: stampUsage.id })
      .from(stampUsage)
      .leftJoin(documents, eq(documents.id, stampUsage.documentId))
      .where(and(taken, isDone))
      .limit(1)
      .get()) !== undefined
  );
}

/** Whether a browser of this account was also used to sign in to the referrer's or to another referred account. */
export async function sharesDevice(db: Database, userId: string, referrerId: string): Promise<boolean> {
  const other = alias(knownDevices, "other");
  return (
    (await db
      .select({ id: users.id })
      .from(knownDevices)
      .innerJoin(other, and(eq(other.tokenHash, knownDevices.tokenHash), ne(other.userId, userId)))
      .innerJoin(users, eq(users.id, other.userId))
      .where(and(eq(knownDevices.userId, userId), or(eq(users.id, referrerId), isNotNull(users.referredBy))))
      .limit(1)
      .get()) !== undefined
  );
}

/** Whether another account confirmed this mailbox. */
export async function sharesMailbox(db: Database, userId: string, emailKey: string): Promise<boolean> {
  const same = and(eq(users.emailKey, emailKey), ne(users.id, userId));
  return (await db.select({ id: users.id }).from(users).where(same).limit(1).get()) !== undefined;
}
