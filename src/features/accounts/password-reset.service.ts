import { transaction } from "../../../db/transaction.ts";
import { AppError, say } from "../../errors.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { openSecretLink } from "../mail/magic-links.service.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import type { ForgotPasswordAnswer } from "./accounts.output.schema.ts";
import {
  findActiveUser,
  findActiveUsersByEmail,
  findConfirmedUsersByEmail,
  findOldestUserByEmail,
  findUserByKey,
  type UserRow,
} from "./accounts.repo.ts";
import type { SignIn } from "./accounts.service.ts";
import { usernameKey } from "./accounts.ts";
import { noteConfirmed } from "./email-confirmation.service.ts";
import { rememberDevice } from "./known-devices.service.ts";
import { hashRequester, takeFromMailBudget } from "./mail-budget.service.ts";
import type { ForgotPasswordInput, ResetPasswordInput } from "./password.schema.ts";
import { requirePasswordFor, writeNewPassword } from "./password-change.service.ts";
import { passwordResetJob, type ResetRequest, resetLetter, writeResetRequest } from "./password-reset.ts";
import { forgetWrongLogins } from "./wrong-logins.service.ts";

/** As many links as one mail has. */
const maxAccountsPerMail = 10;

const onItsWay = {
  code: "password-link-sent",
  text: "If this account exists and has an email address, we've sent a link to choose a new password.",
};
const savedForOperator = {
  code: "password-link-saved",
  text: "This site can't send email yet. If this account exists, we saved a link for the people who run this site. Please ask them for it.",
};

/**
 * Takes a request for a new password. No account is looked up before the answer is given: the answer is the same,
 * after the same work, for every name; `mailed` is false where the server sends no mail. `address` is the caller's.
 * Throws `rate_limited`.
 */
export async function requestPasswordReset(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  { account }: ForgotPasswordInput,
  address: string,
): Promise<ForgotPasswordAnswer> {
  await takeFromLimit(deps, "passwordResetsPerAddress", address);
  const requester = hashRequester(deps, address);
  const name = keyedHash(deps, "username", usernameKey(account));
  await takeFromLimit(deps, "passwordResetsPerAccountAndAddress", `${name}:${requester}`);
  const subject = writeResetRequest({ account, requester });
  await deps.db.transaction((db) =>
    queueJob(db, { kind: passwordResetJob, subject, userId: null, at: deps.now() }),
  );
  deps.jobEvents.queued();
  const mailed = deps.config.smtpUrl !== undefined;
  return { mailed, ...say(mailed ? onItsWay : savedForOperator) };
}

/**
 * Queues a mail with the links for the accounts of that name or address, one for each mailbox; inside the job's
 * transaction. A mailbox gets a few a day.
 */
export async function mailResetLinks(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey">,
  { account, requester }: ResetRequest,
): Promise<void> {
  const mailboxes = new Map<string, [UserRow, ...UserRow[]]>();
  for (const user of await findAccounts(deps, account)) {
    const known = mailboxes.get(user.email?.toLowerCase() ?? "");
    if (known) known.push(user);
    else if (user.email !== null) mailboxes.set(user.email.toLowerCase(), [user]);
  }
  for (const owners of mailboxes.values()) {
    const [{ id, email }, ...others] = owners;
    if (email === null) continue;
    if (!(await takeFromMailBudget(deps, "reset", email, requester)).isTaken) {
      deps.log.warn({ user: id }, "a link for a new password was not mailed: the mailbox got too many today");
      continue;
    }
    await enqueueMail(deps, {
      to: email,
      userId: others.length === 0 ? id : undefined,
      subject: `${deps.config.productName}: choose a new password`,
      letter: resetLetter(owners),
    });
  }
}

/**
 * Sets the password of the account a link was mailed to: once. Ends all its sessions and access tokens and lifts a
 * lock that wrong passwords put on it; nobody is signed in, but the browser is known from now on, so that wrong
 * passwords of others cannot keep it out. A link that came by mail has proven the address as well. Returns the cookie
 * line and the user name, which people forget too. Throws `invalid` when the link is used, too old or
 * unknown, or the password too short for an administrator.
 */
export async function resetForgottenPassword(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  input: ResetPasswordInput,
  deviceToken: string | null,
): Promise<SignIn> {
  requirePasswordFor(await requireLinkedUser(deps, input.token), input.password, "password");
  const passwordHash = await deps.passwords.hash(input.password);
  const done = await transaction(deps, async (deps) => {
    const user = await requireLinkedUser(deps, input.token);
    requirePasswordFor(user, input.password, "password");
    if (user.email !== null && deps.config.smtpUrl !== undefined) await noteConfirmed(deps, user, user.email);
    await writeNewPassword(deps, user, passwordHash);
    await forgetWrongLogins(deps, user.usernameKey);
    return { username: user.username, cookies: [await rememberDevice(deps, deviceToken, user.id)] };
  });
  deps.jobEvents.queued();
  return done;
}

/**
 * The accounts meant by a name or an address; the address may be somebody else's user name, and whoever took it as a
 * name keeps nobody's mail away.
 */
async function findAccounts(deps: Pick<Deps, "config" | "db">, account: string): Promise<UserRow[]> {
  const found = await findAccountsOfAddress(deps, account);
  const named = await findUserByKey(deps.db, usernameKey(account));
  if (!named || named.isDeleted || named.email === null) return found;
  const isTheirs = (await findAccountsOfAddress(deps, named.email)).some(({ id }) => id === named.id);
  return isTheirs && found.every(({ id }) => id !== named.id) ? [named, ...found] : found;
}

/**
 * The accounts to which an address opens the way back: those that confirmed it, or else the one that claimed it first.
 * So nobody gets mails for accounts that others opened under the address, and those keep no mail away; and an account
 * from before addresses were confirmed is reached. Without a mail server nobody can confirm, and the operator looks.
 */
async function findAccountsOfAddress(
  { db, config }: Pick<Deps, "config" | "db">,
  email: string,
): Promise<UserRow[]> {
  if (config.smtpUrl === undefined) return findActiveUsersByEmail(db, email, maxAccountsPerMail);
  const confirmed = await findConfirmedUsersByEmail(db, email, maxAccountsPerMail);
  if (confirmed.length > 0) return confirmed;
  const oldest = await findOldestUserByEmail(db, email);
  return oldest ? [oldest] : [];
}

async function requireLinkedUser(deps: Pick<Deps, "db" | "now">, token: string): Promise<UserRow> {
  const userId = await openSecretLink(deps, "password-reset", token);
  const user = userId === undefined ? undefined : await findActiveUser(deps.db, userId);
  if (user) return user;
  throw new AppError(
    "invalid",
    "reset-link-invalid",
    "This link was used before, or is older than an hour. Please ask for a new one.",
  );
}
