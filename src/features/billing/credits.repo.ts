import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { creditEntries, users } from "../../../db/schema.ts";
import type { CreditEntry } from "./credits.ts";

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
