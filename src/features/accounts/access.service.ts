import { noteInOffice } from "../audit/office-log.repo.ts";
import type { Deps } from "../deps.ts";
import { deleteUserAccess } from "./accounts.repo.ts";

/**
 * In the transaction that causes it: ends every session, access token and known device of an account, also the tokens
 * that a person made for offices, whose logs say so.
 */
export async function revokeUserAccess(deps: Pick<Deps, "db" | "now">, userId: string): Promise<void> {
  for (const { id, officeId } of await deleteUserAccess(deps.db, userId)) {
    const office = { id: officeId, member: { id: userId } };
    await noteInOffice(deps, office, { action: "token.revoked", subject: id });
  }
}
