import type { Deps } from "../deps.ts";
import type { AuditEntryView } from "./admin.schema.ts";
import { type AuditEntry, listAudit } from "./audit.repo.ts";

const entriesAtATime = 100;

/** The audit log, newest first, a page at a time; for admins. `before`: ISO 8601 UTC. */
export function readAuditLog(deps: Deps, before: string | undefined): AuditEntryView[] {
  const until = before === undefined ? undefined : new Date(before);
  return listAudit(deps.db, until, entriesAtATime).map(toView);
}

function toView({ act, username }: AuditEntry): AuditEntryView {
  const { id, actorId, action, subject, detail, createdAt } = act;
  const actor = actorId === null ? "operator" : (username ?? actorId);
  return { id, actor, action, subject, detail: detail ?? {}, createdAt: createdAt.toISOString() };
}
