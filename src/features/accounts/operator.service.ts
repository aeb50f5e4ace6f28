import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { programName } from "../../program-info.ts";
import { writeAudit } from "../audit/audit.repo.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { keepOnlyHereAsAdmin } from "./access-elsewhere.service.ts";
import {
  endAllAccess,
  findUserByKey,
  insertUser,
  setAdmin,
  setConfirmedEmail,
  type UserRow,
} from "./accounts.repo.ts";
import { registerSchema } from "./accounts.schema.ts";
import { usernameKey } from "./accounts.ts";
import { adminPasswordSchema } from "./admin-passwords.ts";
import { normalizeMailbox } from "./mailbox.ts";
import { countPasskeys } from "./passkeys.repo.ts";
import { requirePasswordFor, writeNewPassword } from "./password-change.service.ts";
import { forgetGrants } from "./providers/identities.repo.ts";
import { deleteFactors, endAccessElsewhere } from "./second-factor.repo.ts";
import { noteFactorChange } from "./second-factor-mails.service.ts";
import { needsSecondStep } from "./second-step.service.ts";
import { keepMailboxClaimed, unlockFreeStamps } from "./unlocking-mailboxes.service.ts";
import { resetWrongLogins } from "./wrong-logins.service.ts";

/** The operator's account actions on the console; no request can reach them. */
const newAdminSchema = registerSchema.pick({ username: true }).extend({ password: adminPasswordSchema });
const passwordSchema = registerSchema.pick({ password: true });

/**
 * Creates an administrator. Throws AppError if the name is taken, ZodError for a name or password that is too short.
 */
export async function createAdmin(
  deps: Pick<Deps, "db" | "now" | "passwords">,
  username: string,
  password: string,
): Promise<void> {
  const input = newAdminSchema.parse({ username, password });
  const user = {
    id: crypto.randomUUID(),
    username: input.username,
    usernameKey: usernameKey(input.username),
    passwordHash: await deps.passwords.hash(input.password),
    isAdmin: true,
    hasAdminPassword: true,
    createdAt: new Date(deps.now()),
  };
  await transaction(deps, async (deps) => {
    if (!(await insertUser(deps.db, user)))
      throw new AppError("conflict", "username-taken", "Username already exists");
    await note(deps, "admin.created", user.id, { username: user.username });
  });
}

/**
 * Gives an account administrator rights, from its next request on if its password is known to be long enough. Otherwise
 * the hash does not reveal the length: the rights start when the user signs in with a long enough password, or sets
 * one. Links that set its password end, since an administrator may have made and kept one. Rights that a provider's
 * group gave become the operator's. Where only administrators need a second factor, sessions end as well.
 */
export async function promoteToAdmin(
  deps: Pick<Deps, "config" | "db" | "now">,
  username: string,
): Promise<void> {
  const user = await existingUser(deps, username);
  await transaction(deps, async (deps) => {
    await setAdmin(deps.db, user.id);
    await forgetGrants(deps.db, user.id);
    await keepOnlyHereAsAdmin(deps, user.id, { sessionToken: null, deviceToken: null });
    await deleteMagicLinksTo(deps.db, "password-reset", user.id);
    await note(deps, "admin.promoted", user.id, { username: user.username });
  });
}

/**
 * Sets a new password, ends every session and access token of the account and every link that could set another
 * password, unlocks it, and emails its owner.
 */
export async function resetPassword(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords" | "memoryRateLimiter" | "counterKey">,
  username: string,
  password: string,
): Promise<void> {
  requirePasswordFor(await existingUser(deps, username), password, "password");
  const passwordHash = await deps.passwords.hash(passwordSchema.parse({ password }).password);
  await transaction(deps, async (deps) => {
    const user = await existingUser(deps, username);
    requirePasswordFor(user, password, "password");
    await writeNewPassword(deps, user, passwordHash);
    await resetWrongLogins(deps, user.usernameKey);
    await note(deps, "password.reset", user.id);
  });
}

/**
 * Removes an account's second factor and its passkeys for an owner who lost them, and ends all of its sessions. The
 * password stays, and the owner is told by email. Throws `not_found` if there is none.
 */
export async function resetSecondFactor(deps: RateLimitDeps, username: string): Promise<void> {
  await transaction(deps, async (deps) => {
    const user = await existingUser(deps, username);
    if (!(await needsSecondStep(deps, user)) && (await countPasskeys(deps.db, user.id)) === 0)
      throw new AppError(
        "not_found",
        "second-factor-missing",
        "{username} has no second factor and no passkey.",
        {
          params: { username: user.username },
        },
      );
    await deleteFactors(deps.db, user.id);
    await endAccessElsewhere(deps.db, user.id, { sid: "", deviceHash: "" });
    await noteFactorChange(deps, user, "operator-reset", null);
  });
}

/**
 * At start: makes sure that the administrator in the settings exists and has the address in the settings, which counts
 * as confirmed. A user who registered under that name is not changed, since they may be a stranger.
 */
export async function ensureAdmin(
  deps: Pick<Deps, "config" | "counterKey" | "db" | "log" | "now" | "passwords">,
): Promise<void> {
  const wanted = deps.config.admin;
  if (!wanted) return;
  const key = usernameKey(wanted.username);
  if (!(await findUserByKey(deps.db, key))) await createAdmin(deps, wanted.username, wanted.password);
  const user = await findUserByKey(deps.db, key);
  if (user?.isAdmin) return setAdminEmail(deps, user, wanted.email);
  deps.log.warn(
    `${user?.username} (ADMIN_USERNAME) has no administrator rights. To give them: ${programName} admin promote`,
  );
}

async function setAdminEmail(
  deps: Pick<Deps, "db" | "now" | "counterKey">,
  { id, ...user }: UserRow,
  email: string | undefined,
): Promise<void> {
  if (email === undefined || (user.email === email && user.emailConfirmedAt !== null)) return;
  await transaction(deps, async (deps) => {
    const key = normalizeMailbox(email);
    await keepMailboxClaimed(deps, user.emailKey);
    await setConfirmedEmail(deps.db, id, { email, key, at: new Date(deps.now()) });
    await unlockFreeStamps(deps, id, key);
    await deleteMagicLinksTo(deps.db, "password-reset", id);
    await note(deps, "admin.email_set", id);
  });
}

/** The account of a person: no one signs in as an office. */
async function existingUser(deps: Pick<Deps, "db">, username: string): Promise<UserRow> {
  const user = await findUserByKey(deps.db, usernameKey(username));
  if (user && !user.isDeleted && !user.isOffice) return user;
  throw new AppError("not_found", "username-unknown", "There is no account named {username}.", {
    params: { username },
  });
}

/** The operator's actions are in the audit log with those of the admins; users are identified only by ID. */
async function note(
  deps: Pick<Deps, "db" | "now">,
  action: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await writeAudit(deps.db, { actorId: null, action, subject, detail, createdAt: new Date(deps.now()) });
}

/** Signs all users out, and revokes every access token: otherwise a revoked token would be valid again. */
export async function endAllSessions({ db }: Pick<Deps, "db">): Promise<void> {
  await endAllAccess(db);
}
