import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { ReferralProof } from "../../../db/columns/accounts.ts";
import { users } from "../../../db/schema.ts";

const columns = {
  id: users.id,
  createdAt: users.createdAt,
  referredBy: users.referredBy,
  referralCode: users.referralCode,
  referralCount: users.referralCount,
  creditsEarned: users.referralCreditsEarned,
};
export type ReferralAccount = NonNullable<Awaited<ReturnType<typeof findReferralAccount>>>;

export async function findReferralAccount(db: Database, userId: string) {
  return db.select(columns).from(users).where(eq(users.id, userId)).get();
}

/** The account with this code; undefined if it was deleted. */
export async function findReferrer(db: Database, code: string): Promise<ReferralAccount | undefined> {
  return db
    .select(columns)
    .from(users)
    .where(and(eq(users.referralCode, code), eq(users.isDeleted, false)))
    .get();
}

/** Sets the user's code unless there is one. Throws if another user has it: codes are unique. */
export async function setReferralCode(db: Database, userId: string, code: string): Promise<void> {
  await db
    .update(users)
    .set({ referralCode: code })
    .where(and(eq(users.id, userId), isNull(users.referralCode)))
    .run();
}

/** Records who referred the new user; the credits wait. Call it in the transaction that makes this decision. */
export async function recordReferral(
  db: Database,
  { newcomer, referrer, awaits }: { newcomer: string; referrer: string; awaits: ReferralProof },
): Promise<void> {
  await db
    .update(users)
    .set({ referredBy: referrer, referralAwaits: awaits })
    .where(eq(users.id, newcomer))
    .run();
  await db
    .update(users)
    .set({ referralCount: sql`${users.referralCount} + 1` })
    .where(eq(users.id, referrer))
    .run();
}

/** The number of accounts that this user referred and that are waiting for their credits. */
export async function countPendingReferrals(db: Database, userId: string): Promise<number> {
  const waiting = and(eq(users.referredBy, userId), isNotNull(users.referralAwaits));
  return (await db.select({ waiting: count() }).from(users).where(waiting).get())?.waiting ?? 0;
}
