import type { Database } from "../../db/client.ts";
import { auditLog } from "../../db/schema.ts";

export type AdminAct = {
  actorId: string;
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
