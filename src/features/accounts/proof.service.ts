import { AppError, say } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { findActiveUser, type UserRow } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import { type CheckedPasskey, checkPasskey, requirePasskeyUse } from "./passkey-check.service.ts";
import type { Proof } from "./second-factor.schema.ts";

/** The owner as proven, and the passkey if it was the proof. */
export type Proven = { user: UserRow; passkey?: CheckedPasskey };

/**
 * Checks that it is the owner who asks, and not only a browser that was left open: with the password, or with a passkey
 * that answers `startProof`. `requireUnchanged` belongs into the transaction that writes. Throws `invalid`,
 * `rate_limited`: right answers count as well.
 */
export async function requireProof(
  deps: RateLimitDeps & Pick<Deps, "passwords">,
  actor: Pick<Actor, "id">,
  { currentPassword, passkey: signed }: Proof,
): Promise<Proven> {
  await takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  if (signed) {
    const passkey = await checkPasskey(deps, signed, { purpose: "prove", userId: actor.id });
    return { user: passkey.owner, passkey };
  }
  const user = await findActiveUser(deps.db, actor.id);
  const matches = await deps.passwords.verify(currentPassword ?? "", user?.passwordHash);
  if (!user || !matches) throw wrongPassword();
  return { user };
}

/** In the transaction that writes: throws `invalid` if the password was changed, or the passkey removed, since then. */
export async function requireUnchanged(
  deps: Pick<Deps, "db" | "now">,
  { user: { id, passwordHash }, passkey }: Proven,
): Promise<void> {
  if ((await findActiveUser(deps.db, id))?.passwordHash !== passwordHash) throw wrongPassword();
  if (passkey) await requirePasskeyUse(deps, passkey, { purpose: "prove", userId: id });
}

export function wrongPassword(): AppError {
  const wrong = { code: "wrong-current-password", text: "This is not your current password." };
  return AppError.from("invalid", wrong, { issues: [{ path: "currentPassword", ...say(wrong) }] });
}
