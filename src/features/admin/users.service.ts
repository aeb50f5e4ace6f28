import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { findActiveUser, type UserRow } from "../accounts/accounts.repo.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { stopCharging } from "../billing/cancellation.service.ts";
import { shownPlan } from "../billing/subscription.service.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import type { AdminUserView, FoundUsers } from "./admin.output.schema.ts";
import { activeDays, type FindUsersInput, type ListUsersInput } from "./admin.schema.ts";
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
    ...{ search, plan, isAdmin: isYes(isAdmin), isConfirmed: isYes(confirmed) },
    active: active && { is: active === "yes", since: new Date(deps.now() - activeDays * 86_400_000) },
  };
  const total = await countMatchingUsers(deps.db, condition);
  const rows = await listMatchingUsers(deps.db, condition, { sort, limit, offset: (page - 1) * limit });
  const views = rows.map(async (row) => {
    return { ...(await buildView(deps, row)), emailConfirmed: row.emailConfirmedAt !== null };
  });
  return { users: await Promise.all(views), total };
}

const isYes = (choice: "yes" | "no" | undefined) => (choice === undefined ? undefined : choice === "yes");

/**
 * Deletes an account immediately; for admins. Then stops everything that it could still be charged for, immediately or,
 * while Stripe is unavailable, by housekeeping. Throws `not_found`, `forbidden` (for callers who are not admins, and
 * for an admin's account).
 */
export async function removeUser(deps: PaymentDeps, admin: Actor, userId: string): Promise<void> {
  requireAdmin(admin);
  await transaction(deps, async (deps) => {
    await requireRemovable(deps, admin, userId);
    await eraseAccount(deps, userId, { actorId: admin.id });
  });
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
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    subscriptionPlan: plan,
    subscriptionStatus: status,
    freeCredits: row.freeCredits,
  };
}
