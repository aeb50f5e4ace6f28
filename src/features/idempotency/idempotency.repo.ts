import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { idempotentCalls } from "../../../db/schema.ts";

export type CallRow = typeof idempotentCalls.$inferSelect;

const isOf = (userId: string, keySha256: string) =>
  and(eq(idempotentCalls.userId, userId), eq(idempotentCalls.keySha256, keySha256));

/** One statement, so that of several servers only one begins: false if the key is in use since after `expired`. */
export async function claimKey(db: Database, row: CallRow, expired: Date): Promise<boolean> {
  const { requestSha256, runId, startedAt } = row;
  const claimed = await db
    .insert(idempotentCalls)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotentCalls.userId, idempotentCalls.keySha256],
      set: { requestSha256, runId, startedAt, status: null, answer: null },
      setWhere: sql`${idempotentCalls.startedAt} <= ${expired.getTime()}`,
    })
    .returning({ runId: idempotentCalls.runId })
    .get();
  return claimed !== undefined;
}

export async function findCall(
  db: Database,
  userId: string,
  keySha256: string,
): Promise<CallRow | undefined> {
  return db.select().from(idempotentCalls).where(isOf(userId, keySha256)).get();
}

export async function saveAnswer(
  db: Database,
  runId: string,
  answer: Pick<CallRow, "status" | "answer">,
): Promise<void> {
  await db.update(idempotentCalls).set(answer).where(eq(idempotentCalls.runId, runId)).run();
}

export async function freeKey(db: Database, runId: string): Promise<void> {
  await db.delete(idempotentCalls).where(eq(idempotentCalls.runId, runId)).run();
}

export async function deleteCallsBefore(db: Database, time: Date): Promise<void> {
  await db.delete(idempotentCalls).where(lte(idempotentCalls.startedAt, time)).run();
}

export async function deleteUserCalls(db: Database, userId: string): Promise<void> {
  await db.delete(idempotentCalls).where(eq(idempotentCalls.userId, userId)).run();
}
