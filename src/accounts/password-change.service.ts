import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { giveBackToLimit, takeFromLimit } from "../limits.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { deleteSecretLinksTo } from "../mail/secret-links.repo.ts";
import { deleteSessionsOf, findActiveUser, setPasswordHash, type UserRow } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import type { ChangePasswordInput } from "./password.schema.ts";
import { changedLetter } from "./password-reset.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

/**
 * Gives the signed-in user a new password and ends all sessions. Returns the cookie line of a new one for the
 * browser that asked. Throws `invalid` when the current password is not right, `rate_limited`.
 */
export async function changePassword(deps: Deps, actor: Actor, input: ChangePasswordInput): Promise<string> {
  takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  const user = findActiveUser(deps.db, actor.id);
  const matches = await verifyPassword(input.currentPassword, user?.passwordHash);
  if (!user || !matches) {
    const message = "This is not your current password.";
    throw new AppError("invalid", message, { issues: [{ path: "currentPassword", message }] });
  }
  giveBackToLimit(deps, "passwordChangesPerAccount", actor.id);
  const passwordHash = await hashPassword(input.newPassword);
  deps.db.transaction(() => writeNewPassword(deps, user, passwordHash));
  deps.news.queued();
  return deps.sessions.start(user.id);
}

/**
 * Inside a transaction: the password, the end of every session and of every link that could set another one,
 * and the mail that tells the owner.
 */
export function writeNewPassword(deps: Deps, user: UserRow, passwordHash: string): void {
  setPasswordHash(deps.db, user.id, passwordHash);
  deleteSessionsOf(deps.db, user.id);
  deleteSecretLinksTo(deps.db, "password-reset", user.id);
  if (user.email === null) return;
  enqueueMail(deps, {
    to: user.email,
    userId: user.id,
    subject: `${deps.config.productName}: your password was changed`,
    letter: changedLetter(user, deps.now()),
  });
}
