import { writeAudit } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { deleteMagicLinksTo } from "../../mail/magic-links.repo.ts";
import { type Here, keepOnlyHereAsAdmin } from "../access-elsewhere.service.ts";
import { setAdmin, setAdminPasswordProven, type UserRow, unsetAdmin } from "../accounts.repo.ts";
import { forgetGrants, listIdentities } from "./identities.repo.ts";

/**
 * In a transaction: gives or takes administrator rights by the provider's group. Rights that the operator gave stay.
 * Returns whether the rights come from the group.
 */
export async function applyGroup(
  deps: Pick<Deps, "config" | "db" | "now">,
  owner: UserRow,
  { wasGranted, isInGroup }: { wasGranted: boolean; isInGroup: boolean },
  here: Here,
): Promise<boolean> {
  if (isInGroup && !owner.isAdmin) {
    await setAdmin(deps.db, owner.id);
    // Without a password, there is none that is too short.
    if (owner.passwordHash === "") await setAdminPasswordProven(deps.db, owner.id);
    await deleteMagicLinksTo(deps.db, "password-reset", owner.id);
    await keepOnlyHereAsAdmin(deps, owner.id, here);
    await note(deps, owner, "admin.promoted");
    return true;
  }
  if (!isInGroup && wasGranted && owner.isAdmin) {
    await unsetAdmin(deps.db, owner.id);
    await note(deps, owner, "admin.demoted");
  }
  return isInGroup && wasGranted;
}

/**
 * In the transaction of a sign-in: administrator rights end that came from a group at a provider other than the one
 * that signs in (`identityId`; null: none does), since only that provider says who is still in the group. Returns
 * whether any ended.
 */
export async function endOtherGroupRights(
  deps: Pick<Deps, "db" | "now">,
  owner: Pick<UserRow, "id" | "username">,
  identityId: string | null,
): Promise<boolean> {
  const granting = (await listIdentities(deps.db, owner.id)).filter(({ grantsAdmin }) => grantsAdmin);
  if (granting.every(({ id }) => id === identityId)) return false;
  await forgetGrants(deps.db, owner.id, identityId ?? undefined);
  if (granting.some(({ id }) => id === identityId)) return false;
  await unsetAdmin(deps.db, owner.id);
  await note(deps, owner, "admin.demoted");
  return true;
}

async function note(
  deps: Pick<Deps, "db" | "now">,
  owner: Pick<UserRow, "id" | "username">,
  action: string,
): Promise<void> {
  const detail = { username: owner.username };
  const createdAt = new Date(deps.now());
  await writeAudit(deps.db, { actorId: null, action, subject: owner.id, detail, createdAt });
}
