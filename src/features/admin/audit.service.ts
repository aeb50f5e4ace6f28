import { AppError } from "../../errors.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { type AuditEntry, isInAudit, listAudit } from "../audit/audit.repo.ts";
import type { Deps } from "../deps.ts";
import type { AuditEntryView } from "./admin.output.schema.ts";

/** The web page uses the same number: it treats a shorter page as the last one. */
const entriesAtATime = 100;

/** The audit log, newest first, page by page; for admins. Throws `not_found` for an invalid cursor, `forbidden`. */
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
