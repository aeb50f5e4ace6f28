import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { takeFromLimit } from "../limits.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { deleteSecretLinksTo } from "../mail/secret-links.repo.ts";
import {
  endAccessOf,
  findActiveUser,
  replacePasswordHash,
  setPasswordHash,
  type UserRow,
} from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import type { ChangePasswordInput } from "./password.schema.ts";
import { changedLetter } from "./password-reset.ts";

/**
 * Gives the signed-in user a new password and ends all sessions and access tokens: who knew the old one may have made
 * one. Returns the cookie line of a new one for the browser that asked. A password that was set in the meantime
 * stays: whoever set it may have done so to keep the one who knows the old password out. Links that were mailed stay
 * good: they are the owner's way back, and who knows the password must not be able to close it. Throws `invalid` when
 * the current password is not right, `rate_limited`: changes that succeed count as well, since each sends a mail.
 */
export async function changePassword(deps: Deps, actor: Actor, input: ChangePasswordInput): Promise<string> {
  takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  const user = findActiveUser(deps.db, actor.id);
  const matches = await deps.passwords.verify(input.currentPassword, user?.passwordHash);
  if (!user || !matches) throw wrongPassword();
  const passwordHash = await deps.passwords.hash(input.newPassword);
  const cookie = deps.db.transaction(() => {
    if (!replacePasswordHash(deps.db, user, passwordHash)) throw wrongPassword();
    endAccess(deps, user);
    return deps.sessions.start(user.id);
  });
  deps.news.queued();
  return cookie;
}

/**
 * Inside a transaction, for who may set a password without knowing the old one: the password, the end of every
 * session, access token and link that could set another one, and the mail that tells the owner.
 */
export function writeNewPassword(deps: Deps, user: UserRow, passwordHash: string): void {
  setPasswordHash(deps.db, user.id, passwordHash);
  deleteSecretLinksTo(deps.db, "password-reset", user.id);
  endAccess(deps, user);
}

/** Wherever the user was signed in, and whatever acted for them, it is over, and a mail tells why. */
function endAccess(deps: Deps, user: UserRow): void {
  endAccessOf(deps.db, user.id);
  if (user.email === null) return;
  enqueueMail(deps, {
    to: user.email,
    userId: user.id,
    subject: `${deps.config.productName}: your password was changed`,
    letter: changedLetter(user, deps.now()),
  });
}

function wrongPassword(): AppError {
  const message = "This is not your current password.";
  return new AppError("invalid", message, { issues: [{ path: "currentPassword", message }] });
}
