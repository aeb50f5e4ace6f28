import { transaction } from "../../../../db/transaction.ts";
import { AppError } from "../../../errors.ts";
import { takeFromLimit } from "../../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../../deps.ts";
import { type Here, keepOnlyHere } from "../access-elsewhere.service.ts";
import { findActiveUser } from "../accounts.repo.ts";
import type { Actor } from "../accounts.ts";
import { requireOwnFactor, requireProof, requireUnchanged } from "../proof.service.ts";
import type { Proof } from "../second-factor.schema.ts";
import { noteFactorChange } from "../second-factor-mails.service.ts";
import { requireWayIn } from "../ways-in.service.ts";
import { applyGroup } from "./group-rights.service.ts";
import { deleteIdentity, type IdentityRow, listIdentities } from "./identities.repo.ts";
import { isSameIssuer } from "./provider-settings.ts";
import { sendToProvider } from "./provider-start.service.ts";
import type { LinkedProviders } from "./providers.output.schema.ts";
import type { FirstPasswordInput, StartProviderInput } from "./providers.schema.ts";

/** The identity providers of the caller's own account. */

type LinkDeps = RateLimitDeps & Pick<Deps, "openId" | "passwords" | "jobEvents">;

const accountPage = "/account";

/** An account that is linked to more people than this is no one's own. */
const maxIdentities = 10;

export async function describeProviders(
  deps: Pick<Deps, "config" | "db">,
  { id }: Actor,
): Promise<LinkedProviders> {
  const user = await findActiveUser(deps.db, id);
  return {
    hasPassword: Boolean(user?.passwordHash),
    linked: (await listIdentities(deps.db, id)).map((row) => describeIdentity(deps, row)),
  };
}

function describeIdentity(
  { config }: Pick<Deps, "config">,
  row: IdentityRow,
): LinkedProviders["linked"][number] {
  const provider = config.signInProviders.find((one) => isSameIssuer(one, row));
  return {
    id: row.id,
    provider: provider?.id ?? null,
    name: provider?.name ?? row.issuer,
    label: row.label,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Sends the owner to a provider, to link the account to the person there: both are proven, the account here and the
 * person by the provider. Throws `invalid` without proof, `not_found`, `conflict`, `unavailable`, `rate_limited`.
 */
export async function startLink(
  deps: LinkDeps,
  actor: Actor,
  { provider, ...proof }: { provider: string } & Proof,
): Promise<{ url: string; cookie: string }> {
  const asked = await requireProof(deps, actor, proof);
  if ((await listIdentities(deps.db, actor.id)).length >= maxIdentities)
    throw new AppError(
      "conflict",
      "too-many-providers",
      "Your account is linked {count} times, which is the maximum. Please remove a link first.",
      { params: { count: maxIdentities } },
    );
  await transaction(deps, (deps) => requireUnchanged(deps, asked));
  return sendToProvider(deps, provider, { purpose: "link", userId: actor.id, returnTo: accountPage });
}

/**
 * Sends the owner of an account without a password to a provider that it is linked to, which asks again who it is; then
 * `finishProviderSignIn` takes the first password. Throws `invalid` without the account's passkey, or the code of its
 * app; `not_found`, `unavailable`, `rate_limited`.
 */
export async function startFirstPassword(
  deps: LinkDeps,
  actor: Actor,
  { provider, ...second }: FirstPasswordInput,
): Promise<{ url: string; cookie: string }> {
  await takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  const asked = await requireOwnFactor(deps, actor, second);
  await transaction(deps, (deps) => requireUnchanged(deps, asked));
  return sendToProvider(deps, provider, { purpose: "password", userId: actor.id, returnTo: accountPage });
}

/**
 * Sends the owner to a provider that the account is linked to, which asks again who it is; then `finishProviderSignIn`
 * gives the proof for one change. Throws `not_found`, `unavailable`, `rate_limited`.
 */
export async function startProviderProof(
  deps: LinkDeps,
  actor: Actor,
  { provider, returnTo }: StartProviderInput,
): Promise<{ url: string; cookie: string }> {
  await takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  return sendToProvider(deps, provider, { purpose: "prove", userId: actor.id, returnTo });
}

/**
 * Removes the link to a person at a provider, with the administrator rights that came from it, and ends the account's
 * sessions in other browsers: one may be that person's. Throws `invalid` without proof, `not_found`, also for another
 * user's link; `conflict` if it is the last way in; `rate_limited`.
 */
export async function unlinkProvider(
  deps: LinkDeps,
  actor: Actor,
  { id, ...proof }: { id: string } & Proof,
  here: Here,
): Promise<void> {
  const asked = await requireProof(deps, actor, proof);
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, asked);
    const removed = await deleteIdentity(deps.db, actor.id, id);
    if (!removed) throw new AppError("not_found", "provider-link-not-found", "This link does not exist.");
    await requireWayIn(deps, asked.user);
    await applyGroup(deps, asked.user, { wasGranted: removed.grantsAdmin, isInGroup: false }, here);
    await keepOnlyHere(deps, actor.id, here);
    await noteFactorChange(deps, asked.user, "provider-unlinked", actor.id);
  });
  deps.jobEvents.queued();
}
