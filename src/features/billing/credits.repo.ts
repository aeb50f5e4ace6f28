import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { CreditReason } from "../../../db/columns/billing.ts";
import { creditEntries, users } from "../../../db/schema.ts";

export type CreditEntry = {
  userId: string;
  /** Negative for credits spent. */
  credits: number;
  reason: CreditReason;
  /** The id of the cause (db/schema/billing.ts). */
  subject: string;
};

/** Adds an entry to the ledger and to the account's total. */
export async function insertCredits(
  db: Database,
  { userId, credits, reason, subject }: CreditEntry,
  createdAt: Date,
): Promise<void> {
  await db
    .insert(creditEntries)
    .values({ id: crypto.randomUUID(), userId, credits, reason, subject, createdAt })
    .run();
  await db
    .update(users)
    .set({ freeCredits: sql`${users.freeCredits} + ${credits}` })
    .where(eq(users.id, userId))
    .run();
}
