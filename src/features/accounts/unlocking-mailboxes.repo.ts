import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { unlockingMailboxes, users } from "../../../db/schema.ts";

/** The account that confirmed the mailbox first, of those that have it now. */
export async function findFirstOwner(db: Database, key: string): Promise<string | undefined> {
  const owner = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, key))
    .orderBy(users.emailConfirmedAt, users.id)
    .limit(1)
    .get();
  return owner?.id;
}

/** In a transaction: stores whose free stamps the mailbox unlocked, unless it unlocked some before. Returns whose. */
export async function claimMailbox(db: Database, mailboxHash: string, userId: string): Promise<string> {
  await db.insert(unlockingMailboxes).values({ mailboxHash, userId }).onConflictDoNothing().run();
  const claimed = await db
    .select({ userId: unlockingMailboxes.userId })
    .from(unlockingMailboxes)
    .where(eq(unlockingMailboxes.mailboxHash, mailboxHash))
    .get();
  return claimed?.userId ?? userId;
}

/** The account's free stamps wait no longer. */
export async function endFreeStampsWait(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ freeStampsFrom: null }).where(eq(users.id, userId)).run();
}
