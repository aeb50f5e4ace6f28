import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { type Here, keepOnlyHere } from "./access-elsewhere.service.ts";
import { findActiveUser } from "./accounts.repo.ts";
import type { Actor } from "./accounts.ts";
import { findStep, newAppSecret, openAppSecret, sealAppSecret, writeAppUri } from "./authenticator-app.ts";
import { listPasskeys } from "./passkeys.repo.ts";
import { toPasskeyView } from "./passkeys.service.ts";
import { requireProof, requireUnchanged } from "./proof.service.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import type { RecoveryCodesAnswer, SecondFactorView, StartedApp } from "./second-factor.output.schema.ts";
import {
  countRecoveryCodes,
  deleteApp,
  findApp,
  replaceRecoveryCodes,
  setAppConfirmed,
  startApp,
} from "./second-factor.repo.ts";
import type { Proof } from "./second-factor.schema.ts";
import { noteFactorChange } from "./second-factor-mails.service.ts";
import { wrongCode } from "./second-step.service.ts";

/** The second step of the caller's own account: an authenticator app, and recovery codes. */

type FactorDeps = RateLimitDeps & Pick<Deps, "passwords" | "jobEvents">;

const enrollmentMs = 60 * 60_000;

export async function describeSecondFactor(
  { db }: Pick<Deps, "db">,
  { id }: Actor,
): Promise<SecondFactorView> {
  return {
    appSince: (await findApp(db, id))?.confirmedAt?.toISOString() ?? null,
    passkeys: (await listPasskeys(db, id)).map(toPasskeyView),
    recoveryCodesLeft: await countRecoveryCodes(db, id),
  };
}

/**
 * Makes the secret for an authenticator app, in place of an earlier one that was not confirmed. It changes nothing
 * until `confirmApp`. Throws `invalid` without proof, `conflict` if the account has an app, `rate_limited`.
 */
export async function startAuthenticatorApp(
  deps: FactorDeps,
  actor: Actor,
  proof: Proof,
): Promise<StartedApp> {
  const asked = await requireProof(deps, actor, proof);
  const secret = newAppSecret();
  const sealedSecret = sealAppSecret(deps, actor.id, secret);
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, asked);
    const row = { userId: actor.id, sealedSecret, startedAt: new Date(deps.now()) };
    if (!(await startApp(deps.db, row))) throw appExists();
  });
  const { username } = actor;
  return { secret, uri: writeAppUri(secret, { issuer: deps.config.productName, username }) };
}

/**
 * Adds the app that was started within the last hour, since this code shows that it works. Returns the recovery codes,
 * which are stored as hashes. All other sessions end and other browsers are forgotten: none of them has proven a
 * second factor. Throws `invalid` for a wrong code, or if nothing was started; `rate_limited`.
 */
export async function confirmAuthenticatorApp(
  deps: FactorDeps,
  actor: Actor,
  code: string,
  here: Here,
): Promise<RecoveryCodesAnswer> {
  await takeFromLimit(deps, "passwordChangesPerAccount", actor.id);
  const codes = newRecoveryCodes();
  await transaction(deps, async (deps) => {
    const user = await findActiveUser(deps.db, actor.id);
    const app = await findApp(deps.db, actor.id);
    if (app?.confirmedAt) throw appExists();
    if (!user || !app || deps.now() - app.startedAt.getTime() > enrollmentMs) throw notStarted();
    const secret = openAppSecret(deps, actor.id, app.sealedSecret);
    const step = secret === null ? null : findStep(secret, code.replace(/\s/g, ""), deps.now());
    if (step === null) throw wrongCode("invalid");
    if (!(await setAppConfirmed(deps.db, app, { at: new Date(deps.now()), step }))) throw notStarted();
    await replaceRecoveryCodes(deps.db, actor.id, codes.map(hashRecoveryCode));
    await keepOnlyHere(deps, actor.id, here);
    await noteFactorChange(deps, user, "app-added", actor.id);
  });
  deps.jobEvents.queued();
  return { recoveryCodes: codes };
}

/** Removes the app and the recovery codes. Throws `invalid` without proof, `not_found`, `rate_limited`. */
export async function removeAuthenticatorApp(deps: FactorDeps, actor: Actor, proof: Proof): Promise<void> {
  const asked = await requireProof(deps, actor, proof);
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, asked);
    if (!(await deleteApp(deps.db, actor.id))) throw noApp();
    await replaceRecoveryCodes(deps.db, actor.id, []);
    await noteFactorChange(deps, asked.user, "app-removed", actor.id);
  });
  deps.jobEvents.queued();
}

/**
 * Makes new recovery codes; earlier ones stop working. Throws `invalid` without proof, `not_found` without an
 * app, `rate_limited`.
 */
export async function makeRecoveryCodes(
  deps: FactorDeps,
  actor: Actor,
  proof: Proof,
): Promise<RecoveryCodesAnswer> {
  const asked = await requireProof(deps, actor, proof);
  const codes = newRecoveryCodes();
  await transaction(deps, async (deps) => {
    await requireUnchanged(deps, asked);
    if (!(await findApp(deps.db, actor.id))?.confirmedAt) throw noApp();
    await replaceRecoveryCodes(deps.db, actor.id, codes.map(hashRecoveryCode));
    await noteFactorChange(deps, asked.user, "codes-made", actor.id);
  });
  deps.jobEvents.queued();
  return { recoveryCodes: codes };
}

function appExists(): AppError {
  return new AppError(
    "conflict",
    "authenticator-app-exists",
    "Your account has an authenticator app. To use another one, please remove it first.",
  );
}

function notStarted(): AppError {
  return new AppError(
    "invalid",
    "authenticator-app-not-started",
    "This took too long. Please start again with a new QR code.",
  );
}

function noApp(): AppError {
  return new AppError("not_found", "authenticator-app-missing", "Your account has no authenticator app.");
}
