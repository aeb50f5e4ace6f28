import { and, eq, lt, ne } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import type { Deps } from "../deps.ts";

/**
 * When an account's free stamps become available; undefined if they are. Where they have no limit, nobody gains from
 * more accounts, and nobody waits.
 */
export async function findFreeStampsWait(
  { db, config, now }: Pick<Deps, "db" | "config" | "now">,
  userId: string,
): Promise<Date | undefined> {
  if (config.plans.trial.documentLimit === null) return undefined;
  const account = await db
    .select({ from: users.freeStampsFrom, key: users.emailKey, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  if (!account?.from || account.from.getTime() <= now()) return undefined;
  const { key, confirmedAt } = account;
  if (key === null || confirmedAt === null) return account.from;
  return (await hasEarlierOwner(db, { userId, key, confirmedAt })) ? account.from : undefined;
}

/** Whether another account confirmed the same mailbox before: a mailbox unlocks the free stamps of only one account. */
async function hasEarlierOwner(
  db: Database,
  { userId, key, confirmedAt }: { userId: string; key: string; confirmedAt: Date },
): Promise<boolean> {
  const earlier = and(eq(users.emailKey, key), ne(users.id, userId), lt(users.emailConfirmedAt, confirmedAt));
  return (await db.select({ id: users.id }).from(users).where(earlier).get()) !== undefined;
}
