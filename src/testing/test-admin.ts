import { createAdmin } from "../features/accounts/operator.service.ts";
import { createTestClient, jane, type TestClient } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";
import { sqlOf } from "./test-sql.ts";

/** Signs in as an administrator with this name. */
export async function newAdmin(server: TestServer, username = "boss"): Promise<TestClient> {
  await createAdmin(server.deps, username, jane.password);
  const admin = createTestClient(server.origin);
  await admin.login(username);
  return admin;
}

export type AuditRow = { action: string; actor: string; subject: string; detail: Record<string, unknown> };

/** The audit log entries about a subject, oldest first. */
export function auditOf(server: TestServer, subject: string): AuditRow[] {
  const rows = sqlOf(server.deps.db)
    .prepare(
      `SELECT action, username AS actor, subject, detail FROM audit_log
       JOIN users ON users.id = actor_id WHERE subject = ? ORDER BY audit_log.created_at`,
    )
    .all(subject) as (Omit<AuditRow, "detail"> & { detail: string })[];
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
}
