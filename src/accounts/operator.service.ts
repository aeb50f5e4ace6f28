import { writeAudit } from "../admin/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { forgetLimit } from "../limits.ts";
import { programName } from "../own-command.ts";
import { endAllAccess, findUserByKey, insertUser, setAdmin, type UserRow } from "./accounts.repo.ts";
import { registerSchema } from "./accounts.schema.ts";
import { usernameKey } from "./accounts.ts";
import { writeNewPassword } from "./password-change.service.ts";

/** What the operator of the server may do to accounts from its console; no request ever comes here. */
const newAdminSchema = registerSchema.pick({ username: true, password: true });
const passwordSchema = registerSchema.pick({ password: true });

/** Makes an administrator. Throws AppError when the name is taken, ZodError on a name or password too short. */
export async function createAdmin(deps: Deps, username: string, password: string): Promise<void> {
  const input = newAdminSchema.parse({ username, password });
  const user = {
    id: crypto.randomUUID(),
    username: input.username,
    usernameKey: usernameKey(input.username),
    passwordHash: await deps.passwords.hash(input.password),
    isAdmin: true,
    createdAt: new Date(deps.now()),
  };
  deps.db.transaction(() => {
    if (!insertUser(deps.db, user)) throw new AppError("conflict", "Username already exists");
    note(deps, "admin.created", user.id, { username: user.username });
  });
}

/** Gives an account administrator rights, from its next request on. */
export function promoteToAdmin(deps: Deps, username: string): void {
  const user = existingUser(deps, username);
  deps.db.transaction(() => {
    setAdmin(deps.db, user.id);
    note(deps, "admin.promoted", user.id, { username: user.username });
  });
}

/**
 * Sets a new password, ends every session and access token of the account and every link that could set another one,
 * lifts a lock that wrong passwords put on it, and mails its owner that this happened.
 */
export async function resetPassword(deps: Deps, username: string, password: string): Promise<void> {
  existingUser(deps, username);
  const passwordHash = await deps.passwords.hash(passwordSchema.parse({ password }).password);
  deps.db.transaction(() => {
    const user = existingUser(deps, username);
    writeNewPassword(deps, user, passwordHash);
    forgetLimit(deps, "wrongLoginsPerAccount", user.usernameKey);
    note(deps, "password.reset", user.id);
  });
}

/**
 * At start: the administrator of the settings exists. A name that somebody registered without rights is
 * left as it is, since it may be a stranger's.
 */
export async function ensureAdmin(deps: Deps): Promise<void> {
  const wanted = deps.config.admin;
  if (!wanted) return;
  const user = findUserByKey(deps.db, usernameKey(wanted.username));
  if (!user) return createAdmin(deps, wanted.username, wanted.password);
  if (!user.isAdmin) {
    deps.log.warn(
      `${user.username} (ADMIN_USERNAME) has no administrator rights. To give them: ${programName} admin promote`,
    );
  }
}

function existingUser(deps: Deps, username: string): UserRow {
  const user = findUserByKey(deps.db, usernameKey(username));
  if (user && !user.isDeleted) return user;
  throw new AppError("not_found", `There is no account named ${username}.`);
}

/** The operator's acts stand in the audit log beside those of the admins; of users they name only the id. */
function note(deps: Deps, action: string, subject: string, detail: Record<string, unknown> = {}): void {
  writeAudit(deps.db, { actorId: null, action, subject, detail, createdAt: new Date(deps.now()) });
}

/** Signs everybody out, and revokes every access token: one that was revoked before would else be good again. */
export function endAllSessions({ db }: Pick<Deps, "db">): void {
  endAllAccess(db);
}
