import { transaction } from "../../../db/transaction.ts";
import { AppError, say } from "../../errors.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { requireTaken, takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { openMagicLink } from "../mail/magic-links.service.ts";
import { enqueueMail, withdrawMailedLinks } from "../mail/mail.service.ts";
import type { ConfirmationAnswer, EmailConfirmed } from "./accounts.output.schema.ts";
import { findActiveUser, setConfirmedEmail, setUnconfirmedEmail, type UserRow } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import type { ConfirmEmailInput, SetEmailInput } from "./email.schema.ts";
import { confirmEmailChange, requestEmailChange } from "./email-change.service.ts";
import { confirmationLetter, emailConfirmedJob, replacedLetter } from "./email-letters.ts";
import { hashRequester, takeFromMailBudget } from "./mail-budget.service.ts";
import { normalizeMailbox } from "./mailbox.ts";
import { canMail } from "./owner-mails.service.ts";
import { requireProof, requireUnchanged, wrongPassword } from "./proof.service.ts";
import { unlockFreeStamps } from "./unlocking-mailboxes.service.ts";

type ConfirmationDeps = Pick<
  Deps,
  "db" | "config" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents" | "passwords"
>;

type MailableUser = Pick<UserRow, "id" | "email" | "language">;

/**
 * Queues the link that confirms a new account's address, in the transaction that creates the account. Does nothing
 * without an address or a mail server, or if the mailbox got too many such links today: the answer does not reveal
 * that, and the user can request another one later. `address` is the caller's.
 */
export async function welcomeAddress(
  deps: RateLimitDeps,
  user: MailableUser,
  address: string,
): Promise<void> {
  const { email } = user;
  if (email === null || deps.config.smtpUrl === undefined) return;
  if ((await takeConfirmation(deps, email, address)).isTaken)
    await enqueueConfirmation(deps, { id: user.id, language: user.language, email });
}

/** Emails the link again. `address` is the caller's. Throws `conflict` without an email address, `rate_limited`. */
export async function requestConfirmation(
  deps: ConfirmationDeps,
  actor: Actor,
  address: string,
): Promise<ConfirmationAnswer> {
  const user = await findActiveUser(deps.db, actor.id);
  if (!user || user.email === null)
    throw new AppError("conflict", "email-required-first", "Please enter an email address first.");
  if (user.emailConfirmedAt !== null) {
    return { mailed: false, ...say(alreadyConfirmed) };
  }
  if (deps.config.smtpUrl === undefined) return nothingToConfirm();
  const { id, email, language } = user;
  await takeFromLimit(deps, "confirmationsPerAccount", id);
  requireTaken(deps, await takeConfirmation(deps, email, address));
  await transaction(deps, async (deps) => enqueueConfirmation(deps, { id, email, language }));
  deps.jobEvents.queued();
  return onItsWay(email);
}

/**
 * Confirms the address to which a link was emailed, repeatedly while the link is valid, since people open it twice.
 * Throws `invalid` if the link is too old, unknown, or was sent to an address that the account no longer has.
 */
export async function confirmEmail(
  deps: Pick<Deps, "config" | "db" | "now" | "counterKey" | "jobEvents">,
  { token }: ConfirmEmailInput,
): Promise<EmailConfirmed> {
  const confirmed = await transaction(deps, async (deps) => {
    const changed = await confirmEmailChange(deps, token);
    if (changed !== undefined) return changed;
    const userId = await openMagicLink(deps, "confirm-email", token);
    const user = userId === undefined ? undefined : await findActiveUser(deps.db, userId);
    if (!user || user.email === null) {
      throw new AppError(
        "invalid",
        "confirmation-link-invalid",
        "This link is no longer valid. Please ask for a new one on your account page.",
      );
    }
    await recordConfirmation(deps, user, user.email);
    return { email: user.email, username: user.username };
  });
  deps.jobEvents.queued();
  return { success: true, ...confirmed };
}

/** In a transaction: a link that was emailed to the user's address was opened. */
export async function recordConfirmation(
  deps: Pick<Deps, "db" | "now" | "counterKey">,
  user: Pick<UserRow, "id" | "emailConfirmedAt" | "referralAwaits">,
  email: string,
): Promise<void> {
  if (user.emailConfirmedAt !== null) return;
  const key = normalizeMailbox(email);
  await setConfirmedEmail(deps.db, user.id, { email, key, at: new Date(deps.now()) });
  await unlockFreeStamps(deps, user.id, key);
  if (user.referralAwaits !== null) {
    await queueJob(deps.db, { kind: emailConfirmedJob, subject: user.id, userId: user.id, at: deps.now() });
  }
}

/**
 * Sets an account's address, or replaces an unconfirmed one. Emails queued for the old address are dropped, links in
 * earlier ones stop working, and the old address is notified. A confirmed address is the owner's way back: it stays
 * until the link to the new one is opened. `address` is the caller's. Throws `invalid` without proof, `conflict`
 * for another address than the confirmed one on a server without mail, and for the confirmed one itself;
 * `rate_limited`.
 */
export async function setEmail(
  deps: ConfirmationDeps,
  actor: Actor,
  { email, ...proof }: SetEmailInput,
  address: string,
): Promise<ConfirmationAnswer> {
  const proven = await requireProof(deps, actor, proof);
  const asked = proven.user;
  const isMailed = deps.config.smtpUrl !== undefined;
  requireChangeable(asked, email, isMailed);
  if (asked.emailConfirmedAt !== null) await takeFromLimit(deps, "confirmationsPerAccount", asked.id);
  if (isMailed) requireTaken(deps, await takeConfirmation(deps, email, address));
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, proven);
    const user = await findActiveUser(deps.db, actor.id);
    if (!user) throw wrongPassword();
    requireChangeable(user, email, isMailed);
    if (user.emailConfirmedAt !== null) return requestEmailChange(deps, user, email);
    await replaceEmail(deps, user, email);
    if (isMailed) await enqueueConfirmation(deps, { id: user.id, language: user.language, email });
  });
  deps.jobEvents.queued();
  return isMailed ? onItsWay(email) : nothingToConfirm();
}

function requireChangeable(user: UserRow, email: string, isMailed: boolean): void {
  if (user.emailConfirmedAt === null) return;
  if (!isMailed) throw addressIsConfirmed();
  if (user.email !== email) return;
  const isSame = { code: "email-unchanged", text: "This is already your address." };
  throw AppError.from("invalid", isSame, { issues: [{ path: "email", ...say(isSame) }] });
}

async function replaceEmail(deps: RateLimitDeps, user: UserRow, email: string): Promise<void> {
  const { id } = user;
  for (const purpose of ["password-reset", "confirm-email"] as const)
    await deleteMagicLinksTo(deps.db, purpose, id);
  if (user.email !== null && user.email !== email) {
    await withdrawMailedLinks(deps, id, user.email);
    if (await canMail(deps, user, user.email)) {
      const { productName } = deps.config;
      const subject = `${productName}: your email address was replaced`;
      await enqueueMail(deps, {
        to: user.email,
        userId: id,
        subject,
        letter: replacedLetter(user, productName),
      });
    }
  }
  await setUnconfirmedEmail(deps.db, id, email);
}

const takeConfirmation = (deps: RateLimitDeps, email: string, address: string) =>
  takeFromMailBudget(deps, "confirmation", email, hashRequester(deps, address));

async function enqueueConfirmation(
  deps: Pick<Deps, "config" | "db" | "now">,
  { id, email, language }: Pick<UserRow, "id" | "language"> & { email: string },
): Promise<void> {
  const { productName } = deps.config;
  await enqueueMail(deps, {
    to: email,
    userId: id,
    subject: `${productName}: please confirm your email address`,
    letter: confirmationLetter({ id, language }, productName),
  });
}

const alreadyConfirmed = {
  code: "confirmation-not-needed",
  text: "Your email address is already confirmed.",
};

const onItsWay = (email: string): ConfirmationAnswer => ({
  mailed: true,
  ...say({
    code: "confirmation-sent",
    text: "We sent a link to confirm your email address to {email}.",
    params: { email },
  }),
});

const nothingToConfirm = (): ConfirmationAnswer => ({
  mailed: false,
  ...say({
    code: "confirmation-unavailable",
    text: "This site can't send email yet, so there is nothing to confirm.",
  }),
});

function addressIsConfirmed(): AppError {
  return new AppError(
    "conflict",
    "email-already-confirmed",
    "Your email address is confirmed. To change it, please write to us.",
  );
}
