import { writeAudit } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { deleteMagicLinksTo } from "../../mail/magic-links.repo.ts";
import { setAdmin, setAdminPasswordProven, type UserRow, unsetAdmin } from "../accounts.repo.ts";

/**
 * In a transaction: gives or takes administrator rights by the provider's group. Rights that the operator gave stay.
 * Returns whether the rights come from the group.
 */
export async function applyGroup(
  deps: Pick<Deps, "db" | "now">,
  owner: UserRow,
  wasGranted: boolean,
  isInGroup: boolean,
): Promise<boolean> {
  const note = (action: string) => {
    const detail = { username: owner.username };
    const createdAt = new Date(deps.now());
    return writeAudit(deps.db, { actorId: null, action, subject: owner.id, detail, createdAt });
  };
  if (isInGroup && !owner.isAdmin) {
    await setAdmin(deps.db, owner.id);
    // Without a password, there is none that is too short.
    if (owner.passwordHash === "") await setAdminPasswordProven(deps.db, owner.id);
    await deleteMagicLinksTo(deps.db, "password-reset", owner.id);
    await note("admin.promoted");
    return true;
  }
  if (!isInGroup && wasGranted && owner.isAdmin) {
    await unsetAdmin(deps.db, owner.id);
    await note("admin.demoted");
  }
  return isInGroup && wasGranted;
}
