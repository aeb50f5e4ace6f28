import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { endAccessOf, findActiveUser, type UserRow } from "../accounts/accounts.repo.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import { isChargedElsewhere, stopCharging } from "../billing/cancellation.service.ts";
import { shownPlan } from "../billing/subscription.service.ts";
import type { Deps } from "../deps.ts";
import { deleteSecretLinksTo } from "../mail/magic-links.repo.ts";
import { deleteMailsOf } from "../mail/mail.repo.ts";
import { deleteProjectsOf } from "../projects/projects.repo.ts";
import { forgetGoneWriters } from "../support/support.repo.ts";
import { deleteEndpointsOf } from "../webhooks/webhooks.repo.ts";
import type { AdminUserView } from "./admin.output.schema.ts";
import type { ListUsersInput } from "./admin.schema.ts";
import { forgetRecipients, writeAudit } from "./audit.repo.ts";
import { anonymiseDocumentsOf, anonymiseUser, findUser, listUsers } from "./users.repo.ts";

/** Every account, newest first, page by page; for admins. Throws `not_found` for an invalid cursor, `forbidden`. */
export async function readUsers(
  deps: Pick<Deps, "db" | "now">,
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

/**
 * Deletes an account for good; for admins. In one transaction its sessions and access tokens end, the person is
 * forgotten, the documents lose the names of client and file, tickets that wait for no answer lose the address,
 * links that were mailed open nothing any more, and webhooks and projects are deleted. Certificates stay verifiable
 * without a name, and work under way is finished. Then whatever could still be charged for is called off, at once
 * or, while Stripe is away, by housekeeping; where the keys of Stripe were taken out the audit log says that it
 * could not be. Throws `not_found`, `forbidden` (to others than admins, and for an admin's account).
 */
export async function removeUser(
  deps: Pick<Deps, "db" | "node" | "writeLock" | "log" | "now" | "payments">,
  admin: Actor,
  userId: string,
): Promise<void> {
  requireAdmin(admin);
  await transaction(deps, async (deps) => {
    await requireRemovable(deps, admin, userId);
    await endAccessOf(deps.db, userId);
    await anonymiseUser(deps.db, userId);
    const documentIds = await anonymiseDocumentsOf(deps.db, userId);
    await forgetGoneWriters(deps.db);
    await deleteMailsOf(deps.db, userId);
    await forgetRecipients(deps.db, documentIds);
    await deleteEndpointsOf(deps.db, userId);
    await deleteProjectsOf(deps.db, userId);
    await deleteSecretLinksTo(deps.db, "password-reset", userId);
    await deleteSecretLinksTo(deps.db, "confirm-email", userId);
    await deleteSecretLinksTo(deps.db, "change-email", userId);
    for (const id of documentIds) await deleteSecretLinksTo(deps.db, "shared-document", id);
    await writeAudit(deps.db, {
      actorId: admin.id,
      action: "user.deleted",
      subject: userId,
      detail: {
        documents: documentIds.length,
        ...((await isChargedElsewhere(deps, userId)) && { mayBeCharged: true }),
      },
      createdAt: new Date(deps.now()),
    });
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

async function buildView(deps: Pick<Deps, "db" | "now">, row: UserRow): Promise<AdminUserView> {
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
