import { transaction } from "../../../db/transaction.ts";
import { AppError, say } from "../../errors.ts";
import { canTakeFromLimit, takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import {
  findActiveUser,
  findUserByKey,
  insertUser,
  replacePasswordHash,
  setAdminPasswordProven,
  setLastLogin,
  type UserRow,
} from "./accounts.repo.ts";
import type { RegisterInput } from "./accounts.schema.ts";
import { type Actor, dottedKey, usernameKey } from "./accounts.ts";
import { isAdminPassword } from "./admin-passwords.ts";
import { parseDevice } from "./device.ts";
import { welcomeAddress } from "./email-confirmation.service.ts";
import { isKnownDevice, rememberDevice } from "./known-devices.service.ts";
import type { LoginInput } from "./login.schema.ts";
import { findRole } from "./memberships.repo.ts";
import { tell } from "./owner-notices.service.ts";
import { endOtherGroupRights } from "./providers/group-rights.service.ts";
import {
  codeRequired,
  countCode,
  needsSecondStep,
  refuseLonePassword,
  requireCode,
  secondStepCodes,
} from "./second-step.service.ts";
import { type Caller, type CountedGuess, countGuess } from "./wrong-logins.service.ts";

/** The account of a person who has just signed in, and the cookie headers of the new session and of the browser. */
export type SignIn = { username: string; cookies: string[] };

/** What it takes to count attempts and to start a session. */
export type EnteringDeps = RateLimitDeps & Pick<Deps, "sessions">;

/**
 * Creates an account and signs it in; a confirmation link is emailed. An address that another account has is accepted
 * like any other: the answer must not reveal who is registered. Throws `forbidden` if registration is closed,
 * `conflict` for a taken name, `rate_limited`.
 */
export async function register(
  deps: EnteringDeps & Pick<Deps, "passwords" | "jobEvents">,
  input: RegisterInput,
  caller: Caller,
): Promise<SignIn> {
  requirePasswordWay(deps);
  await allowNewAccount(deps, input.username, caller);
  const passwordHash = await deps.passwords.hash(input.password);
  const entered = await transaction(deps, async (deps) =>
    enter(deps, await openAccount(deps, input, passwordHash, caller), caller, { isFirst: true }),
  );
  deps.jobEvents.queued();
  return entered;
}

/** Throws `forbidden` where only identity providers sign in. */
export function requirePasswordWay({ config }: Pick<Deps, "config">): void {
  if (!config.signInOnlyWithProviders) return;
  throw new AppError(
    "forbidden",
    "provider-only",
    "Please sign in with {providers}: this is the only way here.",
    {
      params: { providers: config.signInProviders.map(({ name }) => name).join(", ") },
    },
  );
}

/** Before an account is created. Throws `forbidden` if registration is closed, `conflict`, `rate_limited`. */
export async function allowNewAccount(deps: RateLimitDeps, username: string, caller: Caller): Promise<void> {
  if (deps.config.signupDisabled) {
    throw new AppError("forbidden", "registration-closed", "New accounts cannot be created on this server.");
  }
  await takeFromLimit(deps, "registrationsPerAddress", caller.address);
  const key = usernameKey(username);
  if ((await findUserByKey(deps.db, key)) || (await findUserByKey(deps.db, dottedKey(key)))) {
    throw usernameTaken();
  }
}

/** In a transaction, after `allowNewAccount`: creates the account. Throws `conflict` for a taken name. */
export async function openAccount(
  deps: RateLimitDeps,
  input: Omit<RegisterInput, "password">,
  passwordHash: string,
  caller: Caller,
): Promise<Pick<UserRow, "id" | "username">> {
  const user = {
    id: crypto.randomUUID(),
    username: input.username,
    usernameKey: usernameKey(input.username),
    passwordHash,
    email: input.email || null,
    firstName: input.firstName,
    lastName: input.lastName,
    language: input.language ?? null,
    createdAt: new Date(deps.now()),
    lastLoginAt: new Date(deps.now()),
  };
  const freeStampsFrom = await decideFreeStamps(deps, caller);
  if (!(await insertUser(deps.db, { ...user, freeStampsFrom }))) throw usernameTaken();
  await welcomeAddress(deps, user, caller.address);
  return user;
}

function usernameTaken(): AppError {
  const taken = { code: "username-taken", text: "Username already exists" };
  return AppError.from("conflict", taken, { issues: [{ path: "username", ...say(taken) }] });
}

const day = 24 * 3_600_000;

/**
 * Free stamps are delayed from the eleventh account that a network address creates in a day. The address is not stored.
 */
async function decideFreeStamps(deps: RateLimitDeps, { address }: Caller): Promise<Date | null> {
  const isAmongFew = await canTakeFromLimit(deps, "accountsPerAddress", address);
  return isAmongFew ? null : new Date(deps.now() + day);
}

/**
 * Signs in. Unknown name, wrong password and deleted account give the same message after the same time. Only wrong
 * passwords count toward the limits, and they count before they are checked. A password that was replaced while it was
 * checked counts as wrong, so that no session outlives the change. A refusal is logged with the address and the
 * account, never with the input: people type passwords into the name field. If the account has a second factor, no
 * session starts without its code.
 */
export async function login(
  deps: Pick<
    Deps,
    | "config"
    | "db"
    | "log"
    | "now"
    | "passwords"
    | "sessions"
    | "memoryRateLimiter"
    | "counterKey"
    | "jobEvents"
  >,
  input: LoginInput,
  caller: Caller,
): Promise<SignIn> {
  requirePasswordWay(deps);
  const key = usernameKey(input.username);
  try {
    return await signIn(deps, input, caller);
  } catch (error) {
    // Asking for the second step is no refusal: an operator's program may ban addresses by these lines.
    if (error instanceof AppError && !secondStepCodes.includes(error.code))
      await noteRefusal(deps, error, key, caller.address);
    throw error;
  }
}

async function signIn(
  deps: RateLimitDeps & Pick<Deps, "passwords" | "sessions" | "jobEvents">,
  input: LoginInput,
  caller: Caller,
): Promise<SignIn> {
  const key = usernameKey(input.username);
  const guess = await countGuess(deps, key, caller);
  const user = await userWithPassword(deps, key, input.password);
  const code = await countSecondStep(deps, user, input.code, { guess, caller });
  const { passwordHash } = user;
  const newest = deps.passwords.needsRehash(passwordHash)
    ? await deps.passwords.hash(input.password)
    : passwordHash;
  const entered = await transaction(deps, async (deps) => {
    if (!(await replacePasswordHash(deps.db, user, newest))) throw wrongLogin();
    if (await needsSecondStep(deps, user)) await requireCode(deps, user, input.code);
    else await refuseLonePassword(deps, user);
    await setLastLogin(deps.db, user.id, new Date(deps.now()));
    if (isAdminPassword(input.password)) await setAdminPasswordProven(deps.db, user.id);
    return enter(deps, user, caller);
  });
  await (code ?? guess).giveBack();
  deps.jobEvents.queued();
  return entered;
}

/**
 * After the right password, which does not count as a guess: counts the code. Throws `unauthenticated` if the account
 * needs one and there is none.
 */
async function countSecondStep(
  deps: RateLimitDeps,
  user: UserRow,
  code: string | undefined,
  { guess, caller }: { guess: CountedGuess; caller: Caller },
): Promise<CountedGuess | undefined> {
  if (!(await needsSecondStep(deps, user))) {
    await refuseLonePassword(deps, user, () => guess.giveBack());
    return undefined;
  }
  await guess.giveBack();
  if (code === undefined) throw codeRequired();
  return countCode(deps, user, code, caller);
}

/**
 * In a transaction: starts the session of a person who has proven who they are, `provider` being the identity provider
 * that confirmed it, and remembers the browser. Rights that a provider's group gave end unless a provider confirmed
 * the person, who then has gone through `endOtherGroupRights` already. The owner is told if no one signed in to this
 * account in that browser before, unless the account is new (`isFirst`). Call `deps.jobEvents.queued()` after it.
 */
export async function enter(
  deps: EnteringDeps,
  owner: Pick<UserRow, "id" | "username">,
  { deviceToken, userAgent, address }: Caller,
  { provider, isFirst = false }: { provider?: string; isFirst?: boolean } = {},
): Promise<SignIn> {
  const { id, username } = owner;
  if (!isFirst && provider === undefined) await endOtherGroupRights(deps, owner, null);
  if (!isFirst && !(await isKnownDevice(deps, deviceToken, id)))
    await tell(
      deps,
      { accountId: id },
      {
        kind: "new-sign-in",
        ...parseDevice(userAgent ?? null),
        address,
      },
    );
  return {
    username,
    cookies: [
      await deps.sessions.start(deps.db, id, userAgent, provider === undefined ? {} : { provider }),
      await rememberDevice(deps, deviceToken, id),
    ],
  };
}

/**
 * Signs out. The session ends immediately, even if that cannot be saved; `warning` then says what a restart would do.
 * `providerUrl`: where to sign out at the provider that signed it in.
 */
export async function logout(
  deps: Pick<Deps, "log" | "sessions" | "openId">,
  token: string | null,
): Promise<{ success: true; warning?: string; providerUrl?: string }> {
  const begun = token === null ? {} : await deps.sessions.beginningOf(token);
  const provider = deps.openId.find(begun.provider ?? "");
  const isSaved = await endSession(deps, token);
  const providerUrl = provider && (await deps.openId.endSessionUrl(provider));
  const signedOut = { success: true, ...(providerUrl !== undefined && { providerUrl }) } as const;
  if (isSaved) return signedOut;
  return {
    ...signedOut,
    warning:
      "You are signed out, but the server couldn't save this yet. It will try again; if it restarts before then, the " +
      "session has ended only in this browser.",
  };
}

/** False if the session has ended only in memory, until its row can be deleted. */
export async function endSession(
  deps: Pick<Deps, "log" | "sessions">,
  token: string | null,
): Promise<boolean> {
  if (token === null) return true;
  const { notWritten } = await deps.sessions.end(token);
  if (notWritten === undefined) return true;
  deps.log.error({ err: notWritten }, "the end of a session could not be saved; retrying in an hour");
  return false;
}

/** The user on whose behalf a job continues; undefined if the account was deleted. */
export async function findActor({ db }: Pick<Deps, "db">, id: string): Promise<Actor | undefined> {
  return await findActiveUser(db, id);
}

/**
 * Must be called in the transaction that writes for a user whose request may have started long ago. Throws
 * `unauthenticated` if the account has been deleted since then, and `forbidden` if the person who acts for an office
 * has left it or has another role since then.
 */
export async function requireAccount(
  { db }: Pick<Deps, "db">,
  { id, member }: Pick<Actor, "id" | "member">,
): Promise<void> {
  if (!(await findActiveUser(db, id)))
    throw new AppError("unauthenticated", "account-deleted", "This account was deleted.");
  if (member && (await findRole(db, id, member.id)) !== member.role) {
    throw new AppError(
      "forbidden",
      "office-role-changed",
      "Your role in this office has changed, or you are no longer a member. Please reload the page.",
    );
  }
}

/** Someone who keeps trying beyond the limits did not simply mistype. */
async function noteRefusal(
  deps: Pick<Deps, "db" | "log">,
  { kind }: AppError,
  key: string,
  address: string,
): Promise<void> {
  const user = (await findUserByKey(deps.db, key))?.id ?? null;
  deps.log[kind === "rate_limited" ? "warn" : "info"]({ address, user, reason: kind }, "a login was refused");
}

async function userWithPassword(
  deps: Pick<Deps, "db" | "passwords">,
  key: string,
  password: string,
): Promise<UserRow> {
  const found = await findUserByKey(deps.db, key);
  const user = found?.isDeleted || found?.isOffice ? undefined : found;
  const matches = await deps.passwords.verify(password, user?.passwordHash);
  if (user && matches) return user;
  throw wrongLogin();
}

function wrongLogin(): AppError {
  return new AppError("unauthenticated", "wrong-username-or-password", "Invalid username or password");
}
