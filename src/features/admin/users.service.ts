import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { findActiveUser, type UserRow } from "../accounts/accounts.repo.ts";
import { requirePasswordWay } from "../accounts/accounts.service.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { createResetLink, mailResetLink } from "../accounts/password-reset.service.ts";
import { writeAudit } from "../audit/audit.repo.ts";
import { stopCharging } from "../billing/cancellation.service.ts";
import { readPaymentsOf } from "../billing/payment-history.service.ts";
import { getSubscriptionStatus, shownPlan } from "../billing/subscription.service.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import { tellOffice } from "../offices/office-news.service.ts";
import { requireNoLastOwner } from "../offices/offices.service.ts";
import type {
  AccountPage,
  AdminUserView,
  FoundUser,
  FoundUsers,
  ResetLinkAnswer,
} from "./admin.output.schema.ts";
import { activeDays, type FindUsersInput, type ListUsersInput, type ResetLinkInput } from "./admin.schema.ts";
import { listDocumentsOf } from "./document-search.repo.ts";
import { toClientDocument } from "./document-search.service.ts";
import { eraseAccount } from "./erase-account.service.ts";
import { countMatchingUsers, findUser, listMatchingUsers, listUsers } from "./users.repo.ts";

/** Every account, newest first, page by page; for admins. Throws `not_found` for an invalid cursor, `forbidden`. */
export async function readUsers(
  deps: Pick<Deps, "config" | "db" | "now">,
  admin: Actor,
  { cursor, limit, search }: ListUsersInput,
): Promise<AdminUserView[]> {
  requireAdmin(admin);
  const toView = (row: UserRow) => buildView(deps, row);
  if (cursor === undefined)
    return Promise.all((await listUsers(deps.db, limit, undefined, search)).map(toView));
  const last = await findUser(deps.db, cursor);
  if (!last) throw userNotFound();
  return Promise.all((await listUsers(deps.db, limit, last, search)).map(toView));
}

/** One page of the accounts that match; for admins. A page beyond the last one is empty. Throws `forbidden`. */
export async function findUsers(
  deps: Pick<Deps, "config" | "db" | "now">,
  admin: Actor,
  { search, plan, active, admin: isAdmin, confirmed, sort, page, limit }: FindUsersInput,
): Promise<FoundUsers> {
  requireAdmin(admin);
  const condition = {
    search,
    plan,
    isAdmin: isYes(isAdmin),
    isConfirmed: isYes(confirmed),
    active: active && { is: active === "yes", since: new Date(deps.now() - activeDays * 86_400_000) },
  };
  const total = await countMatchingUsers(deps.db, condition);
  const rows = await listMatchingUsers(deps.db, condition, { sort, limit, offset: (page - 1) * limit });
  return { users: await Promise.all(rows.map((row) => buildFoundUser(deps, row))), total };
}

async function buildFoundUser(deps: Pick<Deps, "config" | "db" | "now">, row: UserRow): Promise<FoundUser> {
  return { ...(await buildView(deps, row)), emailConfirmed: row.emailConfirmedAt !== null };
}

const isYes = (choice: "yes" | "no" | undefined) => (choice === undefined ? undefined : choice === "yes");

const shownPayments = 20;
const shownDocuments = 20;

/** One account with its plan, payments and documents; for admins. Throws `not_found`, `forbidden`. */
export async function readAccountPage(
  deps: PaymentDeps & Pick<Deps, "config">,
  admin: Actor,
  userId: string,
): Promise<AccountPage> {
  requireAdmin(admin);
  const row = await findActiveUser(deps.db, userId);
  if (!row) throw userNotFound();
  const history = await readPaymentsOf(deps, userId, { page: 1, limit: shownPayments });
  return {
    user: await buildFoundUser(deps, row),
    subscription: await getSubscriptionStatus(deps, row),
    payments: history.payments,
    paymentCount: history.total,
    isComplete: history.isComplete,
    documents: (await listDocumentsOf(deps.db, userId, shownDocuments)).map(toClientDocument),
  };
}

/**
 * A link with which a user can choose a new password: emailed to their address, or returned for an admin to pass on;
 * for admins, and audited. Throws `not_found`, `forbidden` (also for an administrator's account, whose password only
 * the console resets, for an office, and where only identity providers sign in), and `conflict` if there is no mail
 * server or no address.
 */
export async function makeResetLink(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  admin: Actor,
  { id, by }: ResetLinkInput,
): Promise<ResetLinkAnswer> {
  requireAdmin(admin);
  requirePasswordWay(deps);
  const answer = await transaction(deps, async (deps) => {
    const user = await findActiveUser(deps.db, id);
    if (!user) throw userNotFound();
    if (user.isOffice) {
      throw new AppError(
        "forbidden",
        "office-without-password",
        "An office has no password: its members sign in with their own.",
      );
    }
    if (user.isAdmin) {
      throw new AppError(
        "forbidden",
        "admin-password-on-console",
        "Passwords of administrators are reset on the server's console: admin reset-password",
      );
    }
    await writeAudit(deps.db, {
      actorId: admin.id,
      action: by === "email" ? "reset_link.emailed" : "reset_link.made",
      subject: id,
      detail: {},
      createdAt: new Date(deps.now()),
    });
    if (by === "copy") return { url: await createResetLink(deps, id) };
    if (user.email === null || deps.config.smtpUrl === undefined) {
      throw new AppError(
        "conflict",
        "reset-link-not-mailable",
        "This link can't be emailed: the account has no address, or this site can't send email yet.",
      );
    }
    await mailResetLink(deps, { ...user, email: user.email });
    return { url: null };
  });
  deps.jobEvents.queued();
  return answer;
}

/**
 * Deletes an account immediately; for admins. Then stops everything that it could still be charged for, immediately or,
 * while Stripe is unavailable, by housekeeping. Throws `not_found`, `forbidden` (for callers who are not admins, and
 * for an admin's account), and `conflict` for the last owner of an office.
 */
export async function removeUser(
  deps: PaymentDeps & Pick<Deps, "config" | "jobEvents">,
  admin: Actor,
  userId: string,
): Promise<void> {
  requireAdmin(admin);
  await transaction(deps, async (deps) => {
    const user = await requireRemovable(deps, admin, userId);
    await requireNoLastOwner(deps, userId);
    if (user.isOffice) await tellOffice(deps, userId, { event: "closed", actorId: admin.id });
    await eraseAccount(deps, userId, { actorId: admin.id });
  });
  deps.jobEvents.queued();
  await stopCharging(deps, userId).catch((error) =>
    deps.log.warn({ user: userId, err: error }, "a deleted account may still be charged; retrying later"),
  );
}

async function requireRemovable(deps: Pick<Deps, "db">, admin: Actor, userId: string): Promise<UserRow> {
  if (userId === admin.id)
    throw new AppError("forbidden", "own-account-not-deletable", "You cannot delete your own account.");
  const user = await findActiveUser(deps.db, userId);
  if (!user) throw userNotFound();
  if (user.isAdmin)
    throw new AppError("forbidden", "admin-account-not-deletable", "Admin accounts cannot be deleted.");
  return user;
}

function userNotFound(): AppError {
  return new AppError("not_found", "user-not-found", "This user does not exist.");
}

async function buildView(deps: Pick<Deps, "config" | "db" | "now">, row: UserRow): Promise<AdminUserView> {
  const { plan, status } = await shownPlan(deps, row);
  return {
    id: row.id,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    isAdmin: row.isAdmin,
    isOffice: row.isOffice,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    subscriptionPlan: plan,
    subscriptionStatus: status,
    freeCredits: row.freeCredits,
  };
}
