import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, users } from "../../../db/schema.ts";

export type AdminAct = {
  /** Null for the operator of the server, who acts on its console. */
  actorId: string | null;
  /** noun.past_tense, e.g. ticket.deleted */
  action: string;
  /** The id of the object of the action. */
  subject: string;
  detail: Record<string, unknown>;
  createdAt: Date;
};

/**
 * Records an action with special rights; returns the entry's id. Call it inside the transaction of the action itself.
 */
export async function writeAudit(db: Database, act: AdminAct): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insert(auditLog)
    .values({ ...act, id })
    .run();
  return id;
}

/** Removes the addresses to which these documents were emailed; the entries stay. */
export async function forgetRecipients(db: Database, documentIds: string[]): Promise<void> {
  await db
    .update(auditLog)
    .set({ detail: sql`json_remove(${auditLog.detail}, '$.to')` })
    .where(and(eq(auditLog.action, "document.emailed"), inArray(auditLog.subject, documentIds)))
    .run();
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number];

export async function isInAudit(db: Database, id: string): Promise<boolean> {
  return (await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.id, id)).get()) !== undefined;
}

/**
 * At most `most` actions, newest first, those of one millisecond in the order they were written: from the start, or
 * those after the action whose id is `last`.
 */
export async function listAudit(db: Database, most: number, last?: string) {
  const place = sql`(${auditLog.createdAt}, ${auditLog}.rowid)`;
  const isAfter =
    last !== undefined
      ? sql`${place} < (SELECT past.created_at, past.rowid FROM ${auditLog} past WHERE past.id = ${last})`
      : undefined;
  return db
    .select({ act: auditLog, username: users.username })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(isAfter)
    .orderBy(desc(auditLog.createdAt), sql`${auditLog}.rowid DESC`)
    .limit(most)
    .all();
}
