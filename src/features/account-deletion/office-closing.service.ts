import { transaction } from "../../../db/transaction.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { findActiveUser, setDeletionAt } from "../accounts/accounts.repo.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { requireProof, requireUnchanged } from "../accounts/proof.service.ts";
import type { Proof } from "../accounts/second-factor.schema.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import { endSubscription } from "../billing/subscribing.service.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { tellOffice } from "../offices/office-news.service.ts";
import { requireOffice } from "../offices/offices.service.ts";
import type { DeletionAnswer } from "./deletion.schema.ts";
import { graceMs } from "./deletion.service.ts";

type ClosingDeps = RateLimitDeps & Pick<Deps, "passwords" | "payments" | "node" | "log" | "jobEvents">;

/**
 * Closes an office in a week, unless an owner keeps it; a second request changes nothing. Until then its members work
 * on, but no one can join. Its subscription ends with its period. Throws `invalid` without proof of the person,
 * `rate_limited`.
 */
export async function closeOffice(deps: ClosingDeps, account: Actor, proof: Proof): Promise<DeletionAnswer> {
  const office = requireOffice(account);
  const proven = await requireProof(deps, office.member, proof);
  const closesAt = await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    await requireUnchanged(deps, proven);
    const asked = (await findActiveUser(deps.db, office.id))?.deletionAt;
    if (asked) return asked;
    // Here, so that only closings count: otherwise one owner's wrong codes would keep the others from closing.
    await takeFromLimit(deps, "deletionsPerAccount", office.id);
    const at = new Date(deps.now() + graceMs);
    await setDeletionAt(deps.db, office.id, at);
    await noteInOffice(deps, office, { action: "office.closing", subject: null });
    await tellOffice(deps, office.id, { event: "closing", at, actorId: office.member.id });
    return at;
  });
  deps.jobEvents.queued();
  if (deps.payments) {
    await endSubscription(deps, office.id).catch((error) =>
      deps.log.warn({ user: office.id, err: error }, "the subscription of an office to be closed goes on"),
    );
  }
  return { deletionAt: closesAt.toISOString() };
}

/** Cancels the closing of an office; does nothing for any other office. */
export async function keepOffice(
  deps: Pick<Deps, "config" | "db" | "now" | "jobEvents">,
  account: Actor,
): Promise<DeletionAnswer> {
  const office = requireOffice(account);
  await transaction(deps, async (deps) => {
    await requireAccount(deps, office);
    const asked = (await findActiveUser(deps.db, office.id))?.deletionAt;
    if (!asked) return;
    await setDeletionAt(deps.db, office.id, null);
    await noteInOffice(deps, office, { action: "office.kept", subject: null });
    await tellOffice(deps, office.id, { event: "kept", actorId: office.member.id });
  });
  deps.jobEvents.queued();
  return { deletionAt: null };
}
