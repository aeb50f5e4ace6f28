import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { mayTakeFromLimit, takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
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
import { welcomeAddress } from "./email-confirmation.service.ts";
import { rememberDevice } from "./known-devices.service.ts";
import type { LoginInput } from "./login.schema.ts";
import { type Caller, countGuess } from "./wrong-logins.service.ts";

/** The account a person just proved to be theirs, and the cookie lines of its new session and of the browser. */
export type SignIn = { username: string; cookies: string[] };

/**
 * Opens an account and signs it in; a link to confirm its address is mailed. An e-mail address that another account
 * has is accepted like any other: the answer must not tell who is registered. Throws `forbidden` when sign-up is off,
 * `conflict` for a taken name, `rate_limited`.
 */
export async function register(
  deps: Pick<
    Deps,
    "config" | "db" | "now" | "passwords" | "sessions" | "memoryRateLimiter" | "counterKey" | "jobEvents"
  >,
  input: RegisterInput,
  caller: Caller,
): Promise<SignIn> {
  if (deps.config.signupDisabled) {
    throw new AppError("forbidden", "registration-closed", "New accounts cannot be created on this server.");
  }
  await takeFromLimit(deps, "registrationsPerAddress", caller.address);
  const key = usernameKey(input.username);
  const taken = new AppError("conflict", "username-taken", "Username already exists");
  if ((await findUserByKey(deps.db, key)) || (await findUserByKey(deps.db, dottedKey(key)))) throw taken;
  const user = {
    id: crypto.randomUUID(),
    username: input.username,
    usernameKey: key,
    passwordHash: await deps.passwords.hash(input.password),
    email: input.email || null,
    firstName: input.firstName,
    lastName: input.lastName,
    createdAt: new Date(deps.now()),
    lastLoginAt: new Date(deps.now()),
  };
  const entered = await transaction(deps, async (deps) => {
    const freeStampsFrom = await decideFreeStamps(deps, caller);
    if (!(await insertUser(deps.db, { ...user, freeStampsFrom }))) throw taken;
    await welcomeAddress(deps, user, caller.address);
    return enter(deps, user, caller);
  });
  deps.jobEvents.queued();
  return entered;
}

const day = 24 * 3_600_000;

/** From the eleventh account of a network address in a day the free stamps wait. Nothing of the address is kept. */
async function decideFreeStamps(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">,
  { address }: Caller,
): Promise<Date | null> {
  const isAmongFew = await mayTakeFromLimit(deps, "accountsPerAddress", keyedHash(deps, "address", address));
  return isAmongFew ? null : new Date(deps.now() + day);
}

/**
 * Signs in. Unknown name, wrong password and deleted account give the same sentence after the same time.
 * Only wrong passwords count towards the limits, and they count before they are checked. A password that was replaced
 * while it was checked is a wrong one: it starts no session that would outlive the change. A refusal is logged with the
 * address and the account, never with what was typed: people type passwords where the name belongs.
 */
export async function login(
  deps: Pick<
    Deps,
    "config" | "db" | "log" | "now" | "passwords" | "sessions" | "memoryRateLimiter" | "counterKey"
  >,
  input: LoginInput,
  caller: Caller,
): Promise<SignIn> {
  const key = usernameKey(input.username);
  try {
    return await signIn(deps, input, caller);
  } catch (error) {
    if (error instanceof AppError) await noteRefusal(deps, error, key, caller.address);
    throw error;
  }
}

async function signIn(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords" | "sessions" | "memoryRateLimiter" | "counterKey">,
  input: LoginInput,
  caller: Caller,
): Promise<SignIn> {
  const key = usernameKey(input.username);
  const guess = await countGuess(deps, key, caller);
  const user = await userWithPassword(deps, key, input.password);
  const { passwordHash } = user;
  const newest = deps.passwords.needsRehash(passwordHash)
    ? await deps.passwords.hash(input.password)
    : passwordHash;
  const entered = await transaction(deps, async (deps) => {
    if (!(await replacePasswordHash(deps.db, user, newest))) throw wrongLogin();
    await setLastLogin(deps.db, user.id, new Date(deps.now()));
    if (isAdminPassword(input.password)) await setAdminPasswordProven(deps.db, user.id);
    return enter(deps, user, caller);
  });
  await guess.giveBack();
  return entered;
}

async function enter(
  deps: Pick<Deps, "config" | "db" | "now" | "sessions" | "counterKey">,
  { id, username }: Pick<UserRow, "id" | "username">,
  { deviceToken }: Caller,
): Promise<SignIn> {
  return {
    username,
    cookies: [await deps.sessions.start(deps.db, id), await rememberDevice(deps, deviceToken, id)],
  };
}

/**
 * Signs out. The session is over at once, also when that cannot be written down; then `warning` says what a restart
 * would make of it.
 */
export async function logout(
  deps: Pick<Deps, "log" | "sessions">,
  token: string | null,
): Promise<{ success: true; warning?: string }> {
  if (await endSession(deps, token)) return { success: true };
  return {
    success: true,
    warning:
      "You are signed out, but the server could not write that down yet. It will; if it is restarted before, the " +
      "session is only gone from this browser.",
  };
}

/** False when the session is over for this run of the program alone, until its row can be deleted. */
export async function endSession(
  deps: Pick<Deps, "log" | "sessions">,
  token: string | null,
): Promise<boolean> {
  if (token === null) return true;
  const { notWritten } = await deps.sessions.end(token);
  if (notWritten === undefined) return true;
  deps.log.error(
    { err: notWritten },
    "the end of a session could not be written; it is tried again in an hour",
  );
  return false;
}

/** The user on whose behalf a job goes on; undefined if the account was deleted. */
export async function findActor({ db }: Pick<Deps, "db">, id: string): Promise<Actor | undefined> {
  return await findActiveUser(db, id);
}

/**
 * To be called in the transaction that writes for somebody whose request may have begun long ago. Throws
 * `unauthenticated` when the account was deleted since.
 */
export async function requireAccount({ db }: Pick<Deps, "db">, { id }: Pick<Actor, "id">): Promise<void> {
  if (!(await findActiveUser(db, id)))
    throw new AppError("unauthenticated", "account-deleted", "This account was deleted.");
}

/** One who goes on beyond the limits is more than somebody who mistyped. */
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
  const user = found?.isDeleted ? undefined : found;
  const matches = await deps.passwords.verify(password, user?.passwordHash);
  if (user && matches) return user;
  throw wrongLogin();
}

function wrongLogin(): AppError {
  return new AppError("unauthenticated", "wrong-username-or-password", "Invalid username or password");
}
