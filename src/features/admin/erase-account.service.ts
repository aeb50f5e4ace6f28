import { revokeUserAccess } from "../accounts/access.service.ts";
import { findActiveUser } from "../accounts/accounts.repo.ts";
import { deleteProviderRows } from "../accounts/providers/provider-sign-ins.repo.ts";
import { deleteFactors } from "../accounts/second-factor.repo.ts";
import { keepMailboxClaimed } from "../accounts/unlocking-mailboxes.service.ts";
import { removeRecipients, writeAudit } from "../audit/audit.repo.ts";
import { isChargedElsewhere } from "../billing/cancellation.service.ts";
import type { Deps } from "../deps.ts";
import { forgetAnswers } from "../idempotency/idempotency.service.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { deleteUserMails } from "../mail/mail.repo.ts";
import { forgetNotices } from "../notices/notices.service.ts";
import { endMemberships } from "../offices/offices.service.ts";
import { deleteUserProjects } from "../projects/projects.repo.ts";
import { anonymizeTickets } from "../support/support.repo.ts";
import { deleteUserEndpoints } from "../webhooks/webhooks.repo.ts";
import { anonymizeUser, anonymizeUserDocuments } from "./users.repo.ts";

/**
 * In a transaction: ends the sessions and access tokens of an account, and removes its names and address, file
 * names, emails, notices, links, projects and webhooks, and its address from tickets that are not waiting for an
 * answer. Its memberships end; those of an office, for everyone.
 * A keyed hash of its mailbox stays, so that the mailbox unlocks no further free stamps.
 * Certificates stay verifiable without a name, and work in progress is finished. The audit log records who did it, and
 * whether the account may still be charged because the Stripe keys were removed.
 */
export async function eraseAccount(
  deps: Pick<Deps, "config" | "db" | "node" | "now" | "payments" | "counterKey">,
  userId: string,
  by: { actorId: string; isOwner?: true },
): Promise<void> {
  await revokeUserAccess(deps, userId, { isByOwner: by.isOwner ?? false });
  await deleteFactors(deps.db, userId);
  await endMemberships(deps, userId, by);
  await deleteProviderRows(deps.db, userId);
  await keepMailboxClaimed(deps, (await findActiveUser(deps.db, userId))?.emailKey ?? null);
  await anonymizeUser(deps.db, userId);
  const documentIds = await anonymizeUserDocuments(deps.db, userId);
  await anonymizeTickets(deps.db);
  await deleteUserMails(deps.db, userId);
  await forgetAnswers(deps, userId);
  await forgetNotices(deps, userId);
  await removeRecipients(deps.db, documentIds);
  await deleteUserEndpoints(deps.db, userId);
  await deleteUserProjects(deps.db, userId);
  await deleteMagicLinksTo(deps.db, "password-reset", userId);
  await deleteMagicLinksTo(deps.db, "confirm-email", userId);
  await deleteMagicLinksTo(deps.db, "change-email", userId);
  await deleteMagicLinksTo(deps.db, "provider-proof", userId);
  for (const id of documentIds) await deleteMagicLinksTo(deps.db, "shared-document", id);
  await writeAudit(deps.db, {
    actorId: by.actorId,
    action: "user.deleted",
    subject: userId,
    detail: {
      documents: documentIds.length,
      ...(by.isOwner && { byOwner: true }),
      ...((await isChargedElsewhere(deps, userId)) && { mayBeCharged: true }),
    },
    createdAt: new Date(deps.now()),
  });
}
