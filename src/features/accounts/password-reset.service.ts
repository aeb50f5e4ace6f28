import { transaction } from "../../../db/transaction.ts";
import { AppError, say } from "../../errors.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { createMagicLink, isInMail, openMagicLink } from "../mail/magic-links.service.ts";
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
import { requirePasswordWay, type SignIn } from "./accounts.service.ts";
import { usernameKey } from "./accounts.ts";
import { recordConfirmation } from "./email-confirmation.service.ts";
import { rememberDevice } from "./known-devices.service.ts";
import { hashRequester, takeFromMailBudget } from "./mail-budget.service.ts";
import type { ForgotPasswordInput, ResetPasswordInput } from "./password.schema.ts";
import { requirePasswordFor, writeNewPassword } from "./password-change.service.ts";
import {
  passwordResetJob,
  type ResetRequest,
  resetLetter,
  resetPath,
  writeResetRequest,
} from "./password-reset.ts";
import { needsSecondStep } from "./second-step.service.ts";
import { resetWrongLogins } from "./wrong-logins.service.ts";

/** Maximum number of links in one email. */
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
 * Accepts a request for a new password. No account is looked up before the answer: it is the same, after the same work,
 * for every name; `mailed` is false if the server sends no email. `address` is the caller's. Throws `rate_limited`, and
 * `forbidden` where only identity providers sign in.
 */
export async function requestPasswordReset(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  { account }: ForgotPasswordInput,
  address: string,
): Promise<ForgotPasswordAnswer> {
  requirePasswordWay(deps);
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
 * Queues an email with the links for the accounts with that name or address, one for each mailbox; inside the job's
 * transaction. A mailbox gets only a few a day, and none where only identity providers sign in by now.
 */
export async function mailResetLinks(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey">,
  { account, requester }: ResetRequest,
): Promise<void> {
  if (deps.config.signInOnlyWithProviders) return;
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
      deps.log.warn(
        { user: id },
        "a link for a new password was not emailed: the mailbox got too many today",
      );
      continue;
    }
    await enqueueMail(deps, {
      to: email,
      userId: others.length === 0 ? id : undefined,
      subject: `${deps.config.productName}: choose a new password`,
      letter: resetLetter(owners, deps.config.productName),
    });
  }
}

const copiedLinkLifetime = 24 * 3_600_000;

/**
 * In a transaction: a link with which this user can choose a new password once, within a day, and that someone passes
 * on to them. It is not stored, and confirms no address.
 */
export async function createResetLink(
  deps: Pick<Deps, "config" | "db" | "now">,
  userId: string,
): Promise<string> {
  const link = { purpose: "password-reset", subject: userId, lifetimeMs: copiedLinkLifetime } as const;
  return `${deps.config.origin}${resetPath}${await createMagicLink(deps, link)}`;
}

/** In a transaction: queues the email with a link to choose a new password for this user. */
export async function mailResetLink(
  deps: Pick<Deps, "config" | "db" | "now">,
  user: UserRow & { email: string },
): Promise<void> {
  const { productName } = deps.config;
  await enqueueMail(deps, {
    to: user.email,
    userId: user.id,
    subject: `${productName}: choose a new password`,
    letter: resetLetter([user], productName),
  });
}

/**
 * Sets the password of the account to which a link was emailed, once. Ends all its sessions and access tokens and
 * unlocks it; no one is signed in, but the browser becomes a known device, so that wrong passwords of others cannot
 * lock it out. An emailed link also confirms the address. Returns the cookie header and the user name, which the
 * person may have forgotten as well. Throws `invalid` if the link was used, is too old or unknown, or the password is
 * too short for an administrator; `forbidden` where only identity providers sign in.
 */
export async function resetForgottenPassword(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  input: ResetPasswordInput,
  deviceToken: string | null,
): Promise<SignIn> {
  requirePasswordWay(deps);
  requirePasswordFor(await requireLinkedUser(deps, input.token), input.password, "password");
  const passwordHash = await deps.passwords.hash(input.password);
  const done = await transaction(deps, async (deps) => {
    const user = await requireLinkedUser(deps, input.token);
    requirePasswordFor(user, input.password, "password");
    if (user.email !== null && deps.config.smtpUrl !== undefined && (await isInMail(deps, input.token)))
      await recordConfirmation(deps, user, user.email);
    await writeNewPassword(deps, user, passwordHash);
    await resetWrongLogins(deps, user.usernameKey);
    // Someone who reads the owner's mail must not get the attempts of a browser that has proven a second factor.
    const isSecond = await needsSecondStep(deps, user);
    const cookies = isSecond ? [] : [await rememberDevice(deps, deviceToken, user.id)];
    return { username: user.username, cookies };
  });
  deps.jobEvents.queued();
  return done;
}

/**
 * The accounts that a name or an address refers to. An address may be another user's name; registering it as a name
 * does not keep emails from its owner.
 */
async function findAccounts(deps: Pick<Deps, "config" | "db">, account: string): Promise<UserRow[]> {
  const found = await findAccountsOfAddress(deps, account);
  const named = await findUserByKey(deps.db, usernameKey(account));
  if (!named || named.isDeleted || named.email === null) return found;
  const isTheirs = (await findAccountsOfAddress(deps, named.email)).some(({ id }) => id === named.id);
  return isTheirs && found.every(({ id }) => id !== named.id) ? [named, ...found] : found;
}

/**
 * The accounts that an address can reset: those that confirmed it, otherwise the first one that claimed it. So no one
 * gets emails for accounts that others created with their address, and such accounts do not block emails; accounts from
 * before addresses were confirmed can still be reset. Without a mail server addresses cannot be confirmed, and the
 * operator handles requests.
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
  const userId = await openMagicLink(deps, "password-reset", token);
  const user = userId === undefined ? undefined : await findActiveUser(deps.db, userId);
  if (user && !user.isOffice) return user;
  throw new AppError(
    "invalid",
    "reset-link-invalid",
    "This link was used before, or is too old. Please ask for a new one.",
  );
}
