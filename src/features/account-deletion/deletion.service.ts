import type { MailLetter } from "../../../db/columns/mail.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { findActiveUser, listDueAccounts, setDeletionAt, type UserRow } from "../accounts/accounts.repo.ts";
import type { Actor } from "../accounts/accounts.ts";
import { findNoticeAddress } from "../accounts/owner-mails.service.ts";
import { requireProof, requireUnchanged, wrongPassword } from "../accounts/proof.service.ts";
import { eraseAccount } from "../admin/erase-account.service.ts";
import { stopCharging } from "../billing/cancellation.service.ts";
import { endSubscription } from "../billing/subscribing.service.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { tellOffice } from "../offices/office-news.service.ts";
import { requireNoLastOwner, tellOwnersOfDeletion } from "../offices/offices.service.ts";
import type { DeletionAnswer, RequestDeletionInput } from "./deletion.schema.ts";
import { accountDeletedLetter, accountKeptLetter, deletionRequestedLetter } from "./deletion-letters.ts";

type DeletionDeps = Pick<
  Deps,
  | "db"
  | "config"
  | "now"
  | "passwords"
  | "memoryRateLimiter"
  | "counterKey"
  | "jobEvents"
  | "payments"
  | "node"
  | "log"
>;

/** The time until an account is deleted or an office closed, in ms. */
export const graceMs = 7 * 24 * 3_600_000;

/**
 * Deletes the user's account in a week, unless they keep it; a second request changes nothing. The subscription ends
 * with its period; if Stripe is unavailable, it ends when the account does. Throws `invalid` without proof,
 * `forbidden` for an administrator, `conflict` for the last owner of an office, `rate_limited`.
 */
export async function requestDeletion(
  deps: DeletionDeps,
  actor: Actor,
  proof: RequestDeletionInput,
): Promise<DeletionAnswer> {
  const proven = await requireProof(deps, actor, proof);
  const asked = proven.user;
  if (asked.isAdmin)
    throw new AppError("forbidden", "admin-account-not-deletable", "Admin accounts cannot be deleted.");
  if (asked.deletionAt !== null) return { deletionAt: asked.deletionAt.toISOString() };
  await takeFromLimit(deps, "deletionsPerAccount", actor.id);
  const at = new Date(deps.now() + graceMs);
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, proven);
    const user = await findActiveUser(deps.db, actor.id);
    if (!user) throw wrongPassword();
    await requireNoLastOwner(deps, user.id);
    await setDeletionAt(deps.db, user.id, at);
    await tellOwnersOfDeletion(deps, user.id, at);
    await notifyOwner(
      deps,
      user,
      "your account will be deleted",
      deletionRequestedLetter(user, deps.config.productName, at),
    );
  });
  deps.jobEvents.queued();
  if (deps.payments) {
    await endSubscription(deps, actor.id).catch((error) =>
      deps.log.warn({ user: actor.id, err: error }, "the subscription of an account to be deleted goes on"),
    );
  }
  return { deletionAt: at.toISOString() };
}

/** Cancels the deletion of an account; does nothing for any other account. */
export async function keepAccount(deps: DeletionDeps, actor: Actor): Promise<DeletionAnswer> {
  await transaction(deps, async (deps) => {
    const user = await findActiveUser(deps.db, actor.id);
    if (!user || user.deletionAt === null) return;
    await setDeletionAt(deps.db, user.id, null);
    await tellOwnersOfDeletion(deps, user.id, null);
    await notifyOwner(deps, user, "your account is kept", accountKeptLetter(user, deps.config.productName));
  });
  deps.jobEvents.queued();
  return { deletionAt: null };
}

/**
 * Deletes the accounts whose week is over, each in one transaction: after a crash, an account is either complete or
 * deleted, and the next run continues. Administrators' accounts are kept. Then stops charges, immediately or, if that
 * fails, by housekeeping.
 */
export async function deleteDueAccounts(deps: DeletionDeps): Promise<void> {
  for (const userId of await listDueAccounts(deps.db, new Date(deps.now()))) {
    if (!(await deleteIfDue(deps, userId))) continue;
    deps.jobEvents.queued();
    await stopCharging(deps, userId).catch((error) =>
      deps.log.warn(
        { user: userId, err: error },
        "a deleted account may still be charged; it is tried again",
      ),
    );
  }
}

async function deleteIfDue(deps: DeletionDeps, userId: string): Promise<boolean> {
  return transaction(deps, async (deps) => {
    const user = await findActiveUser(deps.db, userId);
    if (!user || user.deletionAt === null || user.deletionAt.getTime() > deps.now()) return false;
    if (user.isAdmin) {
      await setDeletionAt(deps.db, userId, null);
      return false;
    }
    const to = await findNoticeAddress(deps, userId);
    if (user.isOffice) await tellOffice(deps, userId, { event: "closed", actorId: null });
    await eraseAccount(deps, userId, { actorId: userId, isOwner: true });
    const { productName } = deps.config;
    const subject = `${productName}: your account is deleted`;
    const letter = accountDeletedLetter(user.language, productName);
    if (to !== null) await enqueueMail(deps, { to, subject, letter });
    return true;
  });
}

async function notifyOwner(
  deps: RateLimitDeps,
  { id: userId }: UserRow,
  subject: string,
  letter: MailLetter,
): Promise<void> {
  const to = await findNoticeAddress(deps, userId);
  if (to === null) return;
  await enqueueMail(deps, { to, userId, subject: `${deps.config.productName}: ${subject}`, letter });
}
