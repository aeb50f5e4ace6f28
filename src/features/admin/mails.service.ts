import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { listMailsNotSent } from "../mail/mail.repo.ts";
import type { AdminMailView } from "./admin.output.schema.ts";

const maxShown = 100;

/**
 * The newest emails that were not sent, or perhaps not, at most 100; for admins. Their content stays hidden: it may
 * contain what one user wrote to another, and links that work without signing in. Throws `forbidden`.
 */
export async function readMailsNotSent(deps: Pick<Deps, "db">, admin: Actor): Promise<AdminMailView[]> {
  requireAdmin(admin);
  return (await listMailsNotSent(deps.db, maxShown)).map(({ createdAt, nextAt, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
  }));
}
