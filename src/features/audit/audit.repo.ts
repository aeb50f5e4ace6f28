import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, users } from "../../../db/schema.ts";
import { growingId } from "../../platform/growing-id.ts";

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
  const id = growingId(act.createdAt);
  await db
    .insert(auditLog)
    .values({ ...act, id })
    .run();
  return id;
}

/** Removes the addresses to which these documents were emailed; the entries stay. */
export async function removeRecipients(db: Database, documentIds: string[]): Promise<void> {
  const { id, action, subject, detail } = auditLog;
  const emailed = await db
    .select({ id, detail })
    .from(auditLog)
    .where(and(eq(action, "document.emailed"), inArray(subject, documentIds)))
    .all();
  for (const entry of emailed) {
    const { to: _, ...rest } = entry.detail ?? {};
    await db.update(auditLog).set({ detail: rest }).where(eq(id, entry.id)).run();
  }
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number];

export async function isInAudit(db: Database, id: string): Promise<boolean> {
  return (await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.id, id)).get()) !== undefined;
}

/**
 * At most `limit` actions, newest first: from the start, or those after the action whose id is `last`. Ids grow with
 * time, so they order the actions of one millisecond.
 */
export async function listAudit(db: Database, limit: number, last?: string) {
  const place = sql`(${auditLog.createdAt}, ${auditLog.id})`;
  const isAfter =
    last !== undefined
      ? sql`${place} < (SELECT past.created_at, past.id FROM ${auditLog} past WHERE past.id = ${last})`
      : undefined;
  return db
    .select({ act: auditLog, username: users.username })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(isAfter)
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit)
    .all();
}
