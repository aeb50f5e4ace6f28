import { AppError } from "../../errors.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { mayTakeFromLimit, tryToTakeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { enqueueMail, rewritePostponedMail } from "../mail/mail.service.ts";
import { findActiveUser, type UserRow } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import { normalizeMailbox } from "./mailbox.ts";
import { changedLetter } from "./password-reset.ts";

type OwnerMailsDeps = Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">;

/** Mails to the owner of an account, and what an account needs before others get mails on its behalf. */

/** Names a mailbox in the limits on mails without keeping its address; every spelling of it gives the same hash. */
export function hashMailbox(deps: Pick<Deps, "counterKey">, email: string): string {
  return keyedHash(deps, "mailbox", normalizeMailbox(email));
}

/**
 * Whether a mail may go to the address of an account. One that nobody confirmed may be a stranger's: over all accounts
 * that claim it, it gets a few mails a day. Without a mail server nothing leaves the machine.
 */
export async function canMail(
  deps: OwnerMailsDeps,
  { emailConfirmedAt }: Pick<UserRow, "emailConfirmedAt">,
  email: string,
): Promise<boolean> {
  if (emailConfirmedAt !== null || deps.config.smtpUrl === undefined) return true;
  return mayTakeFromLimit(deps, "noticesPerUnconfirmedRecipient", hashMailbox(deps, email));
}

/** Where news of an account go; null without an address, for one that gets no more today, and for a deleted account. */
export async function findNoticeAddress(deps: OwnerMailsDeps, userId: string): Promise<string | null> {
  const user = await findActiveUser(deps.db, userId);
  if (!user || user.email === null) return null;
  return (await canMail(deps, user, user.email)) ? user.email : null;
}

/**
 * The confirmed address of the user on whose behalf a mail is sent; null where none can be confirmed, since the server
 * sends no mail: then the operator reads what was saved. Throws `forbidden`.
 */
export async function requireConfirmedAddress(
  { db, config }: Pick<Deps, "config" | "db">,
  { id }: Actor,
): Promise<string | null> {
  const user = await findActiveUser(db, id);
  if (user?.email && user.emailConfirmedAt !== null) return user.email;
  if (config.smtpUrl === undefined) return null;
  if (user?.email) {
    throw new AppError(
      "forbidden",
      "email-not-confirmed",
      "Please confirm your e-mail address first. Your account page sends you the link again.",
    );
  }
  throw new AppError(
    "forbidden",
    "email-missing",
    "Please enter your e-mail address on your account page and confirm it first.",
  );
}

/**
 * In the transaction that changed a password: the mail that tells the owner, so that a thief is noticed. The first one
 * goes at once; whatever happens in the hour after it is told by one more at the end of that hour.
 */
export async function tellPasswordChanged(deps: OwnerMailsDeps, user: UserRow): Promise<void> {
  const { id: userId, email: to } = user;
  if (to === null) return;
  const subject = `${deps.config.productName}: your password was changed`;
  const turn = await tryToTakeFromLimit(deps, "securityMailsPerAccount", userId);
  if (turn.isTaken) {
    if (await canMail(deps, user, to))
      await enqueueMail(deps, { to, userId, subject, letter: changedLetter(user, deps.now()) });
    return;
  }
  const mail = { to, userId, subject, letter: changedLetter(user, deps.now(), { isAgain: true }) };
  if (await rewritePostponedMail(deps, mail)) return;
  if (await canMail(deps, user, to)) await enqueueMail(deps, mail, turn.endsAt);
}
