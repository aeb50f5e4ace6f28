import type { ProviderClaims } from "../../../../db/columns/accounts.ts";
import { transaction } from "../../../../db/transaction.ts";
import { AppError } from "../../../errors.ts";
import { takeFromLimit } from "../../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../../deps.ts";
import type { Here } from "../access-elsewhere.service.ts";
import {
  findActiveUser,
  noteNewPassword,
  replacePasswordHash,
  setLastLogin,
  type UserRow,
} from "../accounts.repo.ts";
import { allowNewAccount, enter, openAccount } from "../accounts.service.ts";
import { type Actor, requireActorSettingUp } from "../accounts.ts";
import { isAdminPassword } from "../admin-passwords.ts";
import { usernameIssue } from "../names.schema.ts";
import { requirePasswordFor } from "../password-change.service.ts";
import { createProviderProof } from "../proof.service.ts";
import { noteFactorChange } from "../second-factor-mails.service.ts";
import {
  codeRequired,
  countCode,
  needsSecondStep,
  refuseLoneProvider,
  requireCode,
} from "../second-step.service.ts";
import type { Caller } from "../wrong-logins.service.ts";
import { applyGroup, endOtherGroupRights } from "./group-rights.service.ts";
import { findIdentityAndOwner, type IdentityRow, insertIdentity, updateIdentity } from "./identities.repo.ts";
import { hashProviderToken } from "./provider-browser.ts";
import type { SignInProvider } from "./provider-settings.ts";
import {
  deleteProviderSignIn,
  findProviderSignIn,
  type ProviderSignInRow,
} from "./provider-sign-ins.repo.ts";
import { problems } from "./provider-start.service.ts";
import type { ProviderFinished } from "./providers.output.schema.ts";
import type { FinishProviderInput } from "./providers.schema.ts";

type FinishDeps = RateLimitDeps & Pick<Deps, "log" | "openId" | "passwords" | "sessions" | "jobEvents">;

/** Who calls: `actor` is signed in already, as before linking. */
type ProviderCaller = Caller & Here & { actor: Actor | null; providerToken: string | null };

/** The answer, and the cookies of a session that it started. */
export type Finished = { answer: ProviderFinished; cookies: string[] };

/** A provider's accepted answer, and what it was asked for. */
type Confirmed = { row: ProviderSignInRow; provider: SignInProvider; claims: ProviderClaims };

/**
 * Ends what the browser began, once the provider has confirmed the person: signs in to the account that is linked to
 * this person, creates one, links one, sets a first password, or proves that the owner asks for a change. An email
 * address plays no role: only issuer and subject name a person, and only someone who is signed in links them to an
 * account that exists. Throws `not_found` if nothing was begun, `unauthenticated` for an answer that was not accepted,
 * `forbidden`, `conflict`, `unavailable`, `rate_limited`.
 */
export async function finishProviderSignIn(
  deps: FinishDeps,
  input: FinishProviderInput,
  caller: ProviderCaller,
): Promise<Finished> {
  await takeFromLimit(deps, "providerSignInsPerAddress", caller.address);
  const confirmed = await requireConfirmed(deps, caller.providerToken);
  const finished = await run(deps, confirmed, input, caller);
  deps.jobEvents.queued();
  return finished;
}

function run(deps: FinishDeps, confirmed: Confirmed, input: FinishProviderInput, caller: ProviderCaller) {
  switch (confirmed.row.purpose) {
    case "sign-in":
      return signIn(deps, confirmed, input, caller);
    case "link":
      return link(deps, confirmed, caller);
    case "password":
      return setFirstPassword(deps, confirmed, input, caller);
    case "prove":
      return prove(deps, confirmed, caller);
  }
}

async function requireConfirmed(deps: FinishDeps, token: string | null): Promise<Confirmed> {
  const browserSha256 = hashProviderToken(token ?? "");
  const row = await findProviderSignIn(deps.db, browserSha256, new Date(deps.now()));
  const provider = row && deps.openId.find(row.provider);
  if (!row?.outcome || !provider) throw nothingBegun();
  if ("claims" in row.outcome) return { row, provider, claims: row.outcome.claims };
  await deleteProviderSignIn(deps.db, browserSha256);
  throw problems[row.outcome.problem](provider);
}

/** In the transaction that relies on the answer: it counts once, on whatever server. */
async function spend({ db }: Pick<Deps, "db">, { row }: Confirmed): Promise<void> {
  if (!(await deleteProviderSignIn(db, row.browserSha256))) throw nothingBegun();
}

async function signIn(
  deps: FinishDeps,
  confirmed: Confirmed,
  input: FinishProviderInput,
  caller: ProviderCaller,
): Promise<Finished> {
  const found = await findIdentityAndOwner(deps.db, confirmed.claims);
  if (!found) return signUp(deps, confirmed, input, caller);
  const { provider, claims } = confirmed;
  const asksForCode = provider.secondStep && (await needsSecondStep(deps, found.owner));
  if (!asksForCode) await refuseLoneProvider(deps, found.owner, provider);
  if (asksForCode && input.code === undefined) throw codeRequired();
  const guess = asksForCode ? await countCode(deps, found.owner, input.code ?? "", caller) : undefined;
  const finished = await transaction(deps, async (deps) => {
    await spend(deps, confirmed);
    const again = await findIdentityAndOwner(deps.db, claims);
    if (!again) throw nothingBegun();
    const { identity, owner: asFound } = again;
    const hasEnded = await endOtherGroupRights(deps, asFound, identity.id);
    const owner = hasEnded ? { ...asFound, isAdmin: false } : asFound;
    const isCodeNeeded = provider.secondStep && (await needsSecondStep(deps, owner));
    if (isCodeNeeded) await requireCode(deps, owner, input.code);
    await noteUse(deps, { identity, owner }, confirmed, caller);
    // The group may just have made them an administrator, of whom a second factor may be required.
    if (!isCodeNeeded) await refuseLoneProvider(deps, await requireUser(deps, owner.id), provider);
    await setLastLogin(deps.db, owner.id, new Date(deps.now()));
    return answerWith(confirmed, "entered", await enter(deps, owner, caller, { provider: provider.id }));
  });
  await guess?.giveBack();
  return finished;
}

/** Records that the provider confirmed the person, and whether its group makes the account an administrator. */
async function noteUse(
  deps: Pick<Deps, "config" | "db" | "now">,
  { identity, owner }: { identity: IdentityRow; owner: UserRow },
  { claims }: Confirmed,
  here: Here,
): Promise<void> {
  const group = { wasGranted: identity.grantsAdmin, isInGroup: claims.isAdmin };
  const grantsAdmin = await applyGroup(deps, owner, group, here);
  await updateIdentity(deps.db, identity.id, {
    label: labelOf(claims),
    grantsAdmin,
    lastUsedAt: new Date(deps.now()),
  });
}

async function signUp(
  deps: FinishDeps,
  confirmed: Confirmed,
  { account }: FinishProviderInput,
  caller: ProviderCaller,
): Promise<Finished> {
  if (!account) {
    return answerWith(confirmed, "account-needed", undefined, suggest(confirmed.claims));
  }
  await allowNewAccount(deps, account.username, caller);
  return transaction(deps, async (deps) => {
    await spend(deps, confirmed);
    const { id } = await openAccount(deps, account, "", caller);
    const user = await requireUser(deps, id);
    await storeIdentity(deps, user, confirmed, caller);
    const entered = await enter(deps, user, caller, { provider: confirmed.provider.id, isFirst: true });
    return answerWith(confirmed, "entered", entered);
  });
}

async function storeIdentity(
  deps: Pick<Deps, "config" | "db" | "now">,
  user: UserRow,
  { claims }: Confirmed,
  here: Here,
): Promise<void> {
  const row = {
    id: crypto.randomUUID(),
    userId: user.id,
    issuer: claims.issuer,
    subject: claims.subject,
    label: labelOf(claims),
    grantsAdmin: await applyGroup(deps, user, { wasGranted: false, isInGroup: claims.isAdmin }, here),
    createdAt: new Date(deps.now()),
    lastUsedAt: null,
  };
  if (!(await insertIdentity(deps.db, row))) throw identityTaken();
}

/** The account was proven when this was begun, and its owner is still signed in in this browser. */
function requireOwner({ row }: Confirmed, { actor }: ProviderCaller): Actor {
  const owner = requireActorSettingUp(actor);
  if (owner.id === row.userId) return owner;
  throw new AppError(
    "forbidden",
    "provider-other-account",
    "This was begun for another account. Please begin again on the account page.",
  );
}

async function link(deps: FinishDeps, confirmed: Confirmed, caller: ProviderCaller): Promise<Finished> {
  const { id } = requireOwner(confirmed, caller);
  return transaction(deps, async (deps) => {
    await spend(deps, confirmed);
    const user = await requireUser(deps, id);
    await storeIdentity(deps, user, confirmed, caller);
    await noteFactorChange(deps, user, "provider-linked", id);
    return answerWith(confirmed, "linked", { username: user.username, cookies: [] });
  });
}

async function setFirstPassword(
  deps: FinishDeps,
  confirmed: Confirmed,
  { newPassword }: FinishProviderInput,
  caller: ProviderCaller,
): Promise<Finished> {
  const { id, username } = requireOwner(confirmed, caller);
  const isOwners = async ({ db }: Pick<Deps, "db">) =>
    (await findIdentityAndOwner(db, confirmed.claims))?.owner.id === id;
  if (!(await isOwners(deps))) throw identityOfOther();
  if (newPassword === undefined) return answerWith(confirmed, "password-needed", { username, cookies: [] });
  requirePasswordFor(await requireUser(deps, id), newPassword, "newPassword");
  const passwordHash = await deps.passwords.hash(newPassword);
  return transaction(deps, async (deps) => {
    await spend(deps, confirmed);
    const user = await requireUser(deps, id);
    requirePasswordFor(user, newPassword, "newPassword");
    if (!(await isOwners(deps))) throw identityOfOther();
    if (user.passwordHash !== "" || !(await replacePasswordHash(deps.db, user, passwordHash)))
      throw passwordExists();
    await noteNewPassword(deps.db, id, isAdminPassword(newPassword));
    await noteFactorChange(deps, { ...user, passwordHash }, "password-set", id);
    return answerWith(confirmed, "password-set", { username, cookies: [] });
  });
}

/** The provider has asked the owner again: what they prove with it is decided by `requireProof`. */
async function prove(deps: FinishDeps, confirmed: Confirmed, caller: ProviderCaller): Promise<Finished> {
  const { id, username } = requireOwner(confirmed, caller);
  return transaction(deps, async (deps) => {
    await spend(deps, confirmed);
    const owner = (await findIdentityAndOwner(deps.db, confirmed.claims))?.owner;
    if (owner?.id !== id) throw identityOfOther();
    const { answer, cookies } = answerWith(confirmed, "proven", { username, cookies: [] });
    return { answer: { ...answer, proof: await createProviderProof(deps, id) }, cookies };
  });
}

async function requireUser({ db }: Pick<Deps, "db">, id: string): Promise<UserRow> {
  const user = await findActiveUser(db, id);
  if (user) return user;
  throw new AppError("unauthenticated", "account-deleted", "This account was deleted.");
}

function answerWith(
  { provider, row }: Confirmed,
  result: ProviderFinished["result"],
  entered?: { username: string; cookies: string[] },
  suggestion: ProviderFinished["suggestion"] = null,
): Finished {
  const username = entered?.username ?? null;
  return {
    answer: { result, provider: provider.name, username, returnTo: row.returnTo, suggestion, proof: null },
    cookies: entered?.cookies ?? [],
  };
}

const labelOf = ({ email, username }: ProviderClaims) => email ?? username;

function suggest({ username, email, firstName, lastName }: ProviderClaims): ProviderFinished["suggestion"] {
  const name = (username ?? email ?? "").replace(/@.*$/, "");
  const isGood = name.length >= 3 && name.length <= 50 && usernameIssue(name) === undefined;
  return {
    username: isGood ? name : "",
    email: email ?? "",
    firstName: (firstName ?? "").slice(0, 100),
    lastName: (lastName ?? "").slice(0, 100),
  };
}

function nothingBegun(): AppError {
  return new AppError(
    "not_found",
    "provider-sign-in-expired",
    "This took too long, was used before, or began in another browser. Please start again.",
  );
}

function identityTaken(): AppError {
  return new AppError(
    "conflict",
    "provider-identity-taken",
    "An account here is linked to this person at the provider already.",
  );
}

function identityOfOther(): AppError {
  return new AppError(
    "forbidden",
    "provider-identity-other",
    "At the provider, you are not the person that your account is linked to.",
  );
}

function passwordExists(): AppError {
  return new AppError("conflict", "password-exists", "Your account has a password already.");
}
