import { noteInOffice } from "../audit/office-log.repo.ts";
import type { Deps } from "../deps.ts";
import { deleteUserAccess } from "./accounts.repo.ts";

/**
 * In the transaction that causes it: ends every session, access token and known device of an account, also the tokens
 * that a person made for offices, whose logs say so: `isByOwner` is false for what the operator did.
 */
export async function revokeUserAccess(
  deps: Pick<Deps, "db" | "now">,
  userId: string,
  { isByOwner } = { isByOwner: true },
): Promise<void> {
  for (const { id, officeId } of await deleteUserAccess(deps.db, userId)) {
    const office = { id: officeId, member: { id: isByOwner ? userId : null } };
    await noteInOffice(deps, office, { action: "token.revoked", subject: id });
  }
}
