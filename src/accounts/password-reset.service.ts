import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { queueJob } from "../jobs/jobs.repo.ts";
import { takeFromLimit } from "../limits.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { openSecretLink } from "../mail/secret-links.service.ts";
import { findActiveUser, findActiveUsersByEmail, findUserByKey, type UserRow } from "./accounts.repo.ts";
import { usernameKey } from "./accounts.ts";
import { rememberDevice } from "./known-devices.service.ts";
import type { ForgotPasswordInput, ResetPasswordInput } from "./password.schema.ts";
import { requirePasswordFor, writeNewPassword } from "./password-change.service.ts";
import { passwordResetJob, resetLetter } from "./password-reset.ts";
import { forgetWrongLogins } from "./wrong-logins.service.ts";

/** One address may stand in several accounts, but nobody gets a flood of mails. */
const mostAccountsOfAddress = 5;

const onItsWay =
  "If there is an account with this name or address and we know its email, a link to choose a new password is on its way.";
const savedForOperator =
  "E-mail is not set up on this server. If there is such an account, a link to choose a new password was saved for the operator of the server; please ask them for it.";

/**
 * Takes the wish for a new password. Nobody is looked for before the answer is given: it is the same, after
 * the same work, whoever is asked about; `mailed` is false where the server sends no mail. Throws
 * `rate_limited`.
 */
export function requestPasswordReset(
  deps: Deps,
  { account }: ForgotPasswordInput,
  address: string,
): { message: string; mailed: boolean } {
  takeFromLimit(deps, "passwordResetsPerAddress", address);
  takeFromLimit(deps, "passwordResetsPerAccount", usernameKey(account));
  queueJob(deps.db, { kind: passwordResetJob, subject: account, userId: null, at: deps.now() });
  deps.news.queued();
  const mailed = deps.config.smtpUrl !== undefined;
  return { mailed, message: mailed ? onItsWay : savedForOperator };
}

/** Queues a mail with a link for each account of that name or address; inside the job's transaction. */
export function mailResetLinks(deps: Deps, account: string): void {
  for (const user of accountsOf(deps, account)) {
    if (user.email === null) continue;
    enqueueMail(deps, {
      to: user.email,
      userId: user.id,
      subject: `${deps.config.productName}: choose a new password`,
      letter: resetLetter(user),
    });
  }
}

/**
 * Sets the password of the account a link was mailed to: once. Ends all its sessions and access tokens and lifts a
 * lock that wrong passwords put on it; nobody is signed in, but the browser is known from now on, so that wrong
 * passwords of others cannot keep it out. Returns its cookie line. Throws `invalid` when the link is used, too old or
 * unknown, or the password too short for an administrator.
 */
export async function resetForgottenPassword(
  deps: Deps,
  input: ResetPasswordInput,
  deviceToken: string | null,
): Promise<string> {
  requirePasswordFor(requireLinkedUser(deps, input.token), input.password, "password");
  const passwordHash = await deps.passwords.hash(input.password);
  const cookie = deps.db.transaction(() => {
    const user = requireLinkedUser(deps, input.token);
    requirePasswordFor(user, input.password, "password");
    writeNewPassword(deps, user, passwordHash);
    forgetWrongLogins(deps, user.usernameKey);
    return rememberDevice(deps, deviceToken, user.id);
  });
  deps.news.queued();
  return cookie;
}

/** An address may be somebody else's user name: whoever took it as a name keeps nobody's mail away. */
function accountsOf(deps: Deps, account: string): UserRow[] {
  const named = findUserByKey(deps.db, usernameKey(account));
  const ofAddress = findActiveUsersByEmail(deps.db, account, mostAccountsOfAddress);
  if (!named || named.isDeleted) return ofAddress;
  return [named, ...ofAddress.filter(({ id }) => id !== named.id)];
}

function requireLinkedUser(deps: Deps, token: string): UserRow {
  const userId = openSecretLink(deps, "password-reset", token);
  const user = userId === undefined ? undefined : findActiveUser(deps.db, userId);
  if (user) return user;
  throw new AppError(
    "invalid",
    "This link was used before, or is older than an hour. Please ask for a new one.",
  );
}
