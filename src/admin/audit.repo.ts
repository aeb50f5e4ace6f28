import { desc, eq, lt, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, users } from "../../db/schema.ts";

export type AdminAct = {
  /** Null for the operator of the server, who acts from its console. */
  actorId: string | null;
  /** noun.past_tense, e.g. ticket.deleted */
  action: string;
  /** The id of what was acted on. */
  subject: string;
  detail: Record<string, unknown>;
  createdAt: Date;
};

/** Writes down who with special rights did what. Call it inside the transaction of the act itself. */
export function writeAudit(db: Database, act: AdminAct): void {
  db.insert(auditLog)
    .values({ ...act, id: crypto.randomUUID() })
    .run();
}

export type AuditEntry = ReturnType<typeof listAudit>[number];

/** The newest acts before `before`, newest first; acts of one millisecond in the order they were written. */
export function listAudit(db: Database, before: Date | undefined, most: number) {
  return db
    .select({ act: auditLog, username: users.username })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(before && lt(auditLog.createdAt, before))
    .orderBy(desc(auditLog.createdAt), sql`${auditLog}.rowid DESC`)
    .limit(most)
    .all();
}
