import { AppError } from "../../errors.ts";
import type { Language } from "../../formats/languages.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { canTakeFromLimit, tryToTakeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { enqueueMail, rewritePostponedMail } from "../mail/mail.service.ts";
import { findActiveUser, type UserRow } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import { normalizeMailbox } from "./mailbox.ts";
import { changedLetter } from "./password-reset.ts";

/** Emails to the owner of an account, and what an account needs before it can send emails to others. */

/** Identifies a mailbox in the email limits without storing its address; every spelling gives the same hash. */
export function hashMailbox(deps: Pick<Deps, "counterKey">, email: string): string {
  return keyedHash(deps, "mailbox", normalizeMailbox(email));
}

/**
 * Whether an email may go to the address of an account. An unconfirmed address may be a stranger's: it gets only a
 * few emails a day across all accounts that claim it. Without a mail server nothing leaves the machine.
 */
export async function canMail(
  deps: RateLimitDeps,
  { emailConfirmedAt }: Pick<UserRow, "emailConfirmedAt">,
  email: string,
): Promise<boolean> {
  if (emailConfirmedAt !== null || deps.config.smtpUrl === undefined) return true;
  return canTakeFromLimit(deps, "noticesPerUnconfirmedRecipient", hashMailbox(deps, email));
}

/**
 * Where an email goes that quotes what people wrote, such as the name of an office: only to a confirmed address, since
 * an unconfirmed one may be a stranger's (threat A21). Without a mail server nothing leaves the machine. With the
 * language of our emails to its owner; null: English.
 */
export async function findConfirmedReader(
  { db, config }: Pick<Deps, "config" | "db">,
  userId: string,
): Promise<{ to: string; language: Language | null } | undefined> {
  const user = await findActiveUser(db, userId);
  if (!user || user.email === null) return undefined;
  if (user.emailConfirmedAt === null && config.smtpUrl !== undefined) return undefined;
  return { to: user.email, language: user.language };
}

/**
 * The address for notices about an account that quote nothing that people wrote; null without an address, if its daily
 * limit is reached, and for a deleted account.
 */
export async function findNoticeAddress(deps: RateLimitDeps, userId: string): Promise<string | null> {
  const user = await findActiveUser(deps.db, userId);
  if (!user || user.email === null) return null;
  return (await canMail(deps, user, user.email)) ? user.email : null;
}

/**
 * The confirmed address of the user who sends an email; null if addresses cannot be confirmed, because the server sends
 * no email: the operator then reads the saved emails. Throws `forbidden`.
 */
export async function requireConfirmedAddress(
  { db, config }: Pick<Deps, "config" | "db">,
  { id, member }: Actor,
): Promise<string | null> {
  const user = await findActiveUser(db, member?.id ?? id);
  if (user?.email && user.emailConfirmedAt !== null) return user.email;
  if (config.smtpUrl === undefined) return null;
  if (user?.email) {
    throw new AppError(
      "forbidden",
      "email-not-confirmed",
      "Please confirm your email address first. Your account page sends you the link again.",
    );
  }
  throw new AppError(
    "forbidden",
    "email-missing",
    "Please enter your email address on your account page and confirm it first.",
  );
}

/**
 * In the transaction that changed a password: queues the email that tells the owner, so that a theft is noticed. The
 * first one is sent immediately; further changes within the hour are reported in one more email at its end.
 */
export async function mailPasswordChanged(deps: RateLimitDeps, user: UserRow): Promise<void> {
  const { id: userId, email: to } = user;
  if (to === null) return;
  const { productName } = deps.config;
  const subject = `${productName}: your password was changed`;
  const turn = await tryToTakeFromLimit(deps, "securityMailsPerAccount", userId);
  if (turn.isTaken) {
    if (await canMail(deps, user, to))
      await enqueueMail(deps, { to, userId, subject, letter: changedLetter(user, productName, deps.now()) });
    return;
  }
  const mail = {
    to,
    userId,
    subject,
    letter: changedLetter(user, productName, deps.now(), { isAgain: true }),
  };
  if (await rewritePostponedMail(deps, mail)) return;
  if (await canMail(deps, user, to)) await enqueueMail(deps, mail, turn.endsAt);
}
