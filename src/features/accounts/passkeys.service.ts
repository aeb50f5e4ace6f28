import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { type Here, keepOnlyHere } from "./access-elsewhere.service.ts";
import { findActiveUser } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import { askForPasskey, keepChallenge, spendChallenge } from "./passkey-check.service.ts";
import type { PasskeyOptions, PasskeyView } from "./passkeys.output.schema.ts";
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskeyRow,
} from "./passkeys.repo.ts";
import { type AddPasskeyInput, maxPasskeys } from "./passkeys.schema.ts";
import { checkNewPasskey, readSite, writeCreationOptions } from "./passkeys.ts";
import { requireProof, requireUnchanged } from "./proof.service.ts";
import type { Proof } from "./second-factor.schema.ts";
import { noteFactorChange } from "./second-factor-mails.service.ts";
import { requireWayIn } from "./ways-in.service.ts";

/** The passkeys of the caller's own account. */

type PasskeyDeps = RateLimitDeps & Pick<Deps, "passwords" | "jobEvents">;

/**
 * What a browser needs to make a passkey; `addPasskey` takes its answer within five minutes. Throws `invalid` without
 * proof, `conflict` if the account has the maximum number of passkeys, `rate_limited`.
 */
export async function startPasskey(deps: PasskeyDeps, actor: Actor, proof: Proof): Promise<PasskeyOptions> {
  const asked = await requireProof(deps, actor, proof);
  const { id: userId, username } = actor;
  const known = await listPasskeys(deps.db, userId);
  if (known.length >= maxPasskeys) throw tooMany();
  const options = await writeCreationOptions(readSite(deps.config), { userId, username, known });
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, asked);
    await keepChallenge(deps, options.challenge, { purpose: "add", userId });
  });
  return { options: { ...options } };
}

/**
 * Adds the passkey that a browser made. Throws `invalid` if it is not of this site, or does not answer `startPasskey`;
 * `conflict` if an account has it.
 */
export async function addPasskey(
  deps: PasskeyDeps,
  actor: Actor,
  { name, passkey }: AddPasskeyInput,
): Promise<PasskeyView> {
  if (!(await spendChallenge(deps, passkey, { purpose: "add", userId: actor.id }))) throw notMade();
  const made = await checkNewPasskey(readSite(deps.config), passkey);
  if (!made) throw notMade();
  const transports = passkey.response.transports ?? [];
  const createdAt = new Date(deps.now());
  const row = { ...made, userId: actor.id, name, transports, createdAt, lastUsedAt: null };
  await transaction(deps, async (deps) => {
    const user = await findActiveUser(deps.db, actor.id);
    if (!user) throw notMade();
    if ((await countPasskeys(deps.db, actor.id)) >= maxPasskeys) throw tooMany();
    if (!(await insertPasskey(deps.db, row)))
      throw new AppError(
        "conflict",
        "passkey-taken",
        "This passkey is in use already. Please make a new one.",
      );
    await noteFactorChange(deps, user, "passkey-added", actor.id);
  });
  deps.jobEvents.queued();
  return toPasskeyView(row);
}

/** Throws `not_found`, also for another user's passkey. */
export async function renamePasskey(
  { db }: Pick<Deps, "db">,
  { id: userId }: Actor,
  renamed: Pick<PasskeyRow, "id" | "name">,
): Promise<void> {
  if (!(await renamePasskeyRow(db, userId, renamed))) throw notFound();
}

/**
 * Removes a passkey, and ends the account's sessions in other browsers: one may be on the device that is gone. Throws
 * `invalid` without proof, `not_found`, also for another user's passkey; `conflict` if it is the last way in,
 * `rate_limited`.
 */
export async function removePasskey(
  deps: PasskeyDeps,
  actor: Actor,
  { id, ...proof }: { id: string } & Proof,
  here: Here,
): Promise<void> {
  const asked = await requireProof(deps, actor, proof);
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, asked);
    if (!(await deletePasskey(deps.db, actor.id, id))) throw notFound();
    await requireWayIn(deps, asked.user);
    await keepOnlyHere(deps, actor.id, here);
    await noteFactorChange(deps, asked.user, "passkey-removed", actor.id);
  });
  deps.jobEvents.queued();
}

/**
 * Asks for a signature by which the owner proves their presence, in place of the password. Throws `not_found` without a
 * passkey, `rate_limited`.
 */
export async function startProof(deps: PasskeyDeps, { id: userId }: Actor): Promise<PasskeyOptions> {
  await takeFromLimit(deps, "passwordChangesPerAccount", userId);
  if ((await countPasskeys(deps.db, userId)) === 0) throw notFound();
  return askForPasskey(deps, { purpose: "prove", userId });
}

export function toPasskeyView({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyView {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

function notMade(): AppError {
  return new AppError("invalid", "passkey-not-made", "This passkey could not be added. Please try again.");
}

function tooMany(): AppError {
  return new AppError(
    "conflict",
    "too-many-passkeys",
    "You have {count} passkeys, which is the maximum. Please remove one first.",
    { params: { count: maxPasskeys } },
  );
}

function notFound(): AppError {
  return new AppError("not_found", "passkey-not-found", "This passkey does not exist.");
}
