import { AppError, say } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { findActiveUser, type UserRow } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import type { Proof } from "./second-factor.schema.ts";

/**
 * Checks that it is the owner who asks, and not only a browser that was left open. `requireUnchanged` belongs into the
 * transaction that writes. Throws `invalid` for a wrong password, `rate_limited`: right ones count as well.
 */
export async function requireProof(
  deps: RateLimitDeps & Pick<Deps, "passwords">,
  actor: Actor,
  { currentPassword }: Proof,
): Promise<UserRow> {
  await takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  const user = await findActiveUser(deps.db, actor.id);
  const matches = await deps.passwords.verify(currentPassword, user?.passwordHash);
  if (!user || !matches) throw wrongPassword();
  return user;
}

/** In the transaction that writes: throws `invalid` if the password was changed since it was checked. */
export async function requireUnchanged({ db }: Pick<Deps, "db">, proven: UserRow): Promise<void> {
  const user = await findActiveUser(db, proven.id);
  if (user?.passwordHash !== proven.passwordHash) throw wrongPassword();
}

export function wrongPassword(): AppError {
  const wrong = { code: "wrong-current-password", text: "This is not your current password." };
  return AppError.from("invalid", wrong, { issues: [{ path: "currentPassword", ...say(wrong) }] });
}
