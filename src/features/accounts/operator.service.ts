import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { programName } from "../../platform/self-exec.ts";
import { writeAudit } from "../admin/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { deleteSecretLinksTo } from "../mail/magic-links.repo.ts";
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
import { requirePasswordFor, writeNewPassword } from "./password-change.service.ts";
import { forgetWrongLogins } from "./wrong-logins.service.ts";

/** What the operator of the server may do to accounts from its console; no request ever comes here. */
const newAdminSchema = registerSchema.pick({ username: true }).extend({ password: adminPasswordSchema });
const passwordSchema = registerSchema.pick({ password: true });

/** Makes an administrator. Throws AppError when the name is taken, ZodError on a name or password too short. */
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
 * Gives an account administrator rights, from its next request on where its password is known to be long enough. Of
 * any other nobody can tell from its hash: the rights count when the user signs in with one that is, or chooses one.
 */
export async function promoteToAdmin(deps: Pick<Deps, "db" | "now">, username: string): Promise<void> {
  const user = await existingUser(deps, username);
  await transaction(deps, async (deps) => {
    await setAdmin(deps.db, user.id);
    await note(deps, "admin.promoted", user.id, { username: user.username });
  });
}

/**
 * Sets a new password, ends every session and access token of the account and every link that could set another one,
 * lifts a lock that wrong passwords put on it, and mails its owner that this happened.
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
    await forgetWrongLogins(deps, user.usernameKey);
    await note(deps, "password.reset", user.id);
  });
}

/**
 * At start: the administrator of the settings exists and has the address of the settings, for which the operator
 * vouches. A name that somebody registered without rights is left as it is, since it may be a stranger's.
 */
export async function ensureAdmin(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "passwords">,
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
  deps: Pick<Deps, "db" | "now">,
  { id, ...user }: UserRow,
  email: string | undefined,
): Promise<void> {
  if (email === undefined || (user.email === email && user.emailConfirmedAt !== null)) return;
  await transaction(deps, async (deps) => {
    await setConfirmedEmail(deps.db, id, { email, key: normalizeMailbox(email), at: new Date(deps.now()) });
    await deleteSecretLinksTo(deps.db, "password-reset", id);
    await note(deps, "admin.email_set", id);
  });
}

async function existingUser(deps: Pick<Deps, "db">, username: string): Promise<UserRow> {
  const user = await findUserByKey(deps.db, usernameKey(username));
  if (user && !user.isDeleted) return user;
  throw new AppError("not_found", "username-unknown", "There is no account named {username}.", {
    params: { username },
  });
}

/** The operator's acts stand in the audit log beside those of the admins; of users they name only the id. */
async function note(
  deps: Pick<Deps, "db" | "now">,
  action: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await writeAudit(deps.db, { actorId: null, action, subject, detail, createdAt: new Date(deps.now()) });
}

/** Signs everybody out, and revokes every access token: one that was revoked before would else be good again. */
export async function endAllSessions({ db }: Pick<Deps, "db">): Promise<void> {
  await endAllAccess(db);
}
