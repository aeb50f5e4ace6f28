import { AppError, say } from "../../errors.ts";
import { returnToLimit, takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { deleteMagicLinksTo } from "../mail/magic-links.repo.ts";
import { createMagicLink, openMagicLink } from "../mail/magic-links.service.ts";
import { findActiveUser, type UserRow } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import { type CheckedPasskey, checkPasskey, requirePasskeyUse } from "./passkey-check.service.ts";
import { countPasskeys } from "./passkeys.repo.ts";
import type { Proof } from "./second-factor.schema.ts";
import { needsSecondStep, spendCode, wrongCode } from "./second-step.service.ts";

/** The owner as proven, and with what. */
export type Proven = { user: UserRow } & Pick<Proof, "code" | "providerProof"> & { passkey?: CheckedPasskey };

/**
 * Checks that it is the owner who asks, and not only a browser that was left open, or someone who knows the password:
 * with a passkey that answers `startProof`; with the password, or what a provider confirmed, and with a code if the
 * account has an authenticator app. Neither is enough for an account that has passkeys and no app. `requireUnchanged`
 * belongs into the transaction that writes. Throws `invalid`, `rate_limited`: right answers count as well.
 */
export async function requireProof(
  deps: RateLimitDeps & Pick<Deps, "passwords">,
  actor: Pick<Actor, "id">,
  { currentPassword, providerProof, ...second }: Proof,
): Promise<Proven> {
  await takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  if (second.passkey) return requireOwnFactor(deps, actor, second);
  if (providerProof !== undefined) {
    await requireProviderProof(deps, actor.id, providerProof);
    return { ...(await requireOwnFactor(deps, actor, second)), providerProof };
  }
  const user = await findActiveUser(deps.db, actor.id);
  const isRight = await deps.passwords.verify(currentPassword ?? "", user?.passwordHash);
  if (!user || !isRight) throw wrongPassword();
  // The owner as read before the check: `requireUnchanged` has to notice a password that changed during it.
  return { ...(await requireOwnFactor(deps, actor, second)), user };
}

/**
 * The part of a proof that comes from neither the password nor a provider: a passkey, or a code if the account has an
 * authenticator app. On its own, it is enough only for what a provider has to confirm as well, right after it. Throws
 * as `requireProof`.
 */
export async function requireOwnFactor(
  deps: RateLimitDeps,
  actor: Pick<Actor, "id">,
  { code, passkey: signed }: Pick<Proof, "code" | "passkey">,
): Promise<Proven> {
  if (signed) {
    const passkey = await checkPasskey(deps, signed, { purpose: "prove", userId: actor.id });
    return { user: passkey.owner, passkey };
  }
  const user = await findActiveUser(deps.db, actor.id);
  if (!user) throw wrongPassword();
  await requireSecondFactor(deps, user, code);
  if (code !== undefined) await takeFromLimit(deps, "wrongProofCodesPerAccount", user.id);
  return { user, code };
}

/** Throws `invalid` if the account has a second factor, and the proof none. The code is checked when it is used. */
async function requireSecondFactor(
  deps: Pick<Deps, "db">,
  user: UserRow,
  code: string | undefined,
): Promise<void> {
  if (await needsSecondStep(deps, user)) {
    if (code === undefined) throw codeMissing();
  } else if ((await countPasskeys(deps.db, user.id)) > 0) throw passkeyNeeded();
}

/**
 * In the transaction that writes: uses up what can be used once. Throws `invalid` for a wrong code, and if the password
 * was changed, or the passkey removed, since then.
 */
export async function requireUnchanged(
  deps: RateLimitDeps,
  { user, code, passkey, providerProof }: Proven,
): Promise<void> {
  const { id, passwordHash } = user;
  if ((await findActiveUser(deps.db, id))?.passwordHash !== passwordHash) throw wrongPassword();
  if (passkey) return requirePasskeyUse(deps, passkey, { purpose: "prove", userId: id });
  if (providerProof !== undefined) await spendProviderProof(deps, id, providerProof);
  await requireSecondFactor(deps, user, code);
  if (code === undefined || !(await needsSecondStep(deps, user))) return;
  if (!(await spendCode(deps, user, code))) throw wrongCode("invalid");
  await returnToLimit(deps, "wrongProofCodesPerAccount", id);
}

const providerProofMs = 15 * 60_000;

/**
 * In the transaction that relies on a provider's answer: what its owner sends as `providerProof`, once and within
 * fifteen minutes. An earlier one ends.
 */
export async function createProviderProof(deps: Pick<Deps, "db" | "now">, userId: string): Promise<string> {
  await deleteMagicLinksTo(deps.db, "provider-proof", userId);
  return createMagicLink(deps, { purpose: "provider-proof", subject: userId, lifetimeMs: providerProofMs });
}

/** Throws `invalid` for a proof that is unknown, expired, or another account's. It is used up by the change itself. */
async function requireProviderProof(
  deps: Pick<Deps, "db" | "now">,
  userId: string,
  token: string,
): Promise<void> {
  if ((await openMagicLink(deps, "provider-proof", token)) !== userId) throw proofExpired();
}

async function spendProviderProof(
  deps: Pick<Deps, "db" | "now">,
  userId: string,
  token: string,
): Promise<void> {
  await requireProviderProof(deps, userId, token);
  await deleteMagicLinksTo(deps.db, "provider-proof", userId);
}

export function wrongPassword(): AppError {
  const wrong = { code: "wrong-current-password", text: "This is not your current password." };
  return AppError.from("invalid", wrong, { issues: [{ path: "currentPassword", ...say(wrong) }] });
}

function codeMissing(): AppError {
  const missing = {
    code: "proof-needs-code",
    text: "Please enter a code from your authenticator app, too, or a recovery code.",
  };
  return AppError.from("invalid", missing, { issues: [{ path: "code", ...say(missing) }] });
}

function passkeyNeeded(): AppError {
  return new AppError(
    "invalid",
    "proof-needs-passkey",
    "Your account has a passkey. Please confirm with it that it's you.",
  );
}

function proofExpired(): AppError {
  return new AppError(
    "invalid",
    "provider-proof-expired",
    "Your provider confirmed you too long ago. Please confirm again.",
  );
}
