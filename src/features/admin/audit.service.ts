import { AppError } from "../../errors.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { AuditEntryView } from "./admin.output.schema.ts";
import { type AuditEntry, isInAudit, listAudit } from "./audit.repo.ts";

/** A shorter part is taken for the last one: it is what the page knows as `atOnce`. */
const entriesAtATime = 100;

/**
 * The audit log, newest first, a part at a time; for admins. Throws `not_found` for a cursor that is no entry's,
 * `forbidden`.
 */
export async function readAuditLog(
  deps: Pick<Deps, "db">,
  admin: Actor,
  cursor: string | undefined,
): Promise<AuditEntryView[]> {
  requireAdmin(admin);
  if (cursor !== undefined && !(await isInAudit(deps.db, cursor))) {
    throw new AppError("not_found", "audit-entry-not-found", "There is no such entry in the audit log.");
  }
  return (await listAudit(deps.db, entriesAtATime, cursor)).map(toView);
}

function toView({ act, username }: AuditEntry): AuditEntryView {
  const { id, actorId, action, subject, detail, createdAt } = act;
  const actor = actorId === null ? "operator" : (username ?? actorId);
  return { id, actor, action, subject, detail: detail ?? {}, createdAt: createdAt.toISOString() };
}
