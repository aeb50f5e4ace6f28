import { transaction } from "../../../db/transaction.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { invalidInput } from "../rules.ts";
import { revokeUserAccess } from "./access.service.ts";
import type { Here } from "./access-elsewhere.service.ts";
import {
  findActiveUser,
  noteNewPassword,
  replacePasswordHash,
  setPasswordHash,
  type UserRow,
} from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import { adminPasswordSchema, isAdminPassword } from "./admin-passwords.ts";
import { withdrawEmailChange } from "./email-change.service.ts";
import { rememberDevice } from "./known-devices.service.ts";
import { mailPasswordChanged } from "./owner-mails.service.ts";
import type { ChangePasswordInput } from "./password.schema.ts";
import { wrongPassword } from "./proof.service.ts";
import type { Caller } from "./wrong-logins.service.ts";

/**
 * Changes the signed-in user's password, ends all sessions and access tokens, and forgets every device, since someone
 * with the old password may have created them. Returns the cookie headers for the calling browser, whose session goes
 * on under a new token, and ends when it would have ended. A password set in the meantime is kept: its setter may have
 * wanted to lock out the person with the old one. Emailed links stay valid: they are the owner's way back, and a person
 * with the password must not be able to block it. Throws `invalid` if the current password is wrong or the new one is
 * too short for an administrator, `rate_limited`: successful changes count as well.
 */
export async function changePassword(
  deps: Pick<
    Deps,
    "config" | "db" | "now" | "passwords" | "sessions" | "memoryRateLimiter" | "counterKey" | "jobEvents"
  >,
  actor: Actor,
  input: ChangePasswordInput,
  {
    deviceToken,
    userAgent,
    sessionToken,
  }: Pick<Caller, "deviceToken" | "userAgent"> & Pick<Here, "sessionToken">,
): Promise<string[]> {
  await takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  const user = await findActiveUser(deps.db, actor.id);
  const matches = await deps.passwords.verify(input.currentPassword, user?.passwordHash);
  if (!user || !matches) throw wrongPassword();
  requirePasswordFor(user, input.newPassword, "newPassword");
  const passwordHash = await deps.passwords.hash(input.newPassword);
  const begun = sessionToken === null ? {} : await deps.sessions.beginningOf(sessionToken);
  const cookies = await transaction(deps, async (deps) => {
    if (!(await replacePasswordHash(deps.db, user, passwordHash))) throw wrongPassword();
    await noteNewPassword(deps.db, user.id, isAdminPassword(input.newPassword));
    await endAccess(deps, user);
    return [
      await deps.sessions.start(deps.db, user.id, userAgent, begun),
      await rememberDevice(deps, deviceToken, user.id),
    ];
  });
  deps.jobEvents.queued();
  return cookies;
}

/** Throws `invalid`, with its field, for a password that is too short for this administrator. */
export function requirePasswordFor(user: Pick<UserRow, "isAdmin">, password: string, path: string): void {
  if (!user.isAdmin) return;
  const error = adminPasswordSchema.safeParse(password).error;
  if (error) throw invalidInput(error, path);
}

/**
 * In a transaction, after `requirePasswordFor`, for callers who need not know the old password: stores the password,
 * ends every session, access token, device and link that could set another one, and queues the email to the owner.
 */
export async function writeNewPassword(
  deps: RateLimitDeps,
  user: UserRow,
  passwordHash: string,
): Promise<void> {
  await setPasswordHash(deps.db, user.id, passwordHash);
  await noteNewPassword(deps.db, user.id, true);
  await deleteMagicLinksTo(deps.db, "password-reset", user.id);
  await endAccess(deps, user);
}

/**
 * Ends all access to the account, and a change of its address, which someone with the old password may have asked for;
 * queues an email with the reason.
 */
async function endAccess(deps: RateLimitDeps, user: UserRow): Promise<void> {
  await revokeUserAccess(deps, user.id);
  await withdrawEmailChange(deps, user);
  await mailPasswordChanged(deps, user);
}
