import { AppError, say } from "../../errors.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { type LimitName, returnToLimit, takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import type { UserRow } from "./accounts.repo.ts";
import { findStep, openAppSecret } from "./authenticator-app.ts";
import { deviceLimitKey, isKnownDevice } from "./known-devices.service.ts";
import { countPasskeys } from "./passkeys.repo.ts";
import { countIdentities } from "./providers/identities.repo.ts";
import type { SignInProvider } from "./providers/provider-settings.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { countRecoveryCodes, findApp, spendRecoveryCode, spendStep } from "./second-factor.repo.ts";
import { mailRecoveryCodeUsed } from "./second-factor-mails.service.ts";
import type { Caller, CountedGuess } from "./wrong-logins.service.ts";

/**
 * The second step of a sign-in with a password. Both steps are one call: nothing is stored between them, so there is
 * nothing to steal, to plant or to leave behind.
 */

/** Whether a password alone does not sign in to this account. */
export async function needsSecondStep(
  { db }: Pick<Deps, "db">,
  { id }: Pick<UserRow, "id">,
): Promise<boolean> {
  return ((await findApp(db, id))?.confirmedAt ?? null) !== null;
}

/**
 * Whether the account has neither an authenticator app nor a passkey nor a provider that takes their place, though the
 * operator requires a second factor. A passkey counts only where it signs in.
 */
export async function lacksSecondFactor(
  deps: Pick<Deps, "config" | "db">,
  user: Pick<UserRow, "id" | "isAdmin">,
): Promise<boolean> {
  if (!isRequired(deps, user)) return false;
  if (await needsSecondStep(deps, user)) return false;
  return !(await hasSigningPasskey(deps, user)) && !(await hasTrustedProvider(deps, user));
}

/** Whether the account can sign in with a passkey; not where identity providers are the only way in. */
async function hasSigningPasskey(
  { config, db }: Pick<Deps, "config" | "db">,
  { id }: Pick<UserRow, "id">,
): Promise<boolean> {
  return !config.signInOnlyWithProviders && (await countPasskeys(db, id)) > 0;
}

/** Whether the account can sign in with a provider whose sign-in counts as a second factor. */
async function hasTrustedProvider(
  { config, db }: Pick<Deps, "config" | "db">,
  { id }: Pick<UserRow, "id">,
): Promise<boolean> {
  const trusted = config.signInProviders.filter(({ secondStep }) => !secondStep);
  return (await countIdentities(db, id, trusted)) > 0;
}

const isRequired = ({ config }: Pick<Deps, "config">, { isAdmin }: Pick<UserRow, "isAdmin">): boolean =>
  config.requireSecondFactor === "all" || (config.requireSecondFactor === "admins" && isAdmin);

/**
 * After the right password of an account without an authenticator app: throws `unauthenticated` if the account must
 * have a second factor and has one, since a password alone then does not sign in. `before` runs first.
 */
export async function refuseLonePassword(
  deps: Pick<Deps, "config" | "db">,
  user: UserRow,
  before = async () => {},
): Promise<void> {
  if (!isRequired(deps, user)) return;
  const hasPasskey = await hasSigningPasskey(deps, user);
  if (!hasPasskey && !(await hasTrustedProvider(deps, user))) return;
  await before();
  throw hasPasskey ? passkeyRequired() : providerRequired();
}

/**
 * After the answer of a provider whose sign-in is no second factor, for an account without an authenticator app: throws
 * `unauthenticated` as `refuseLonePassword`.
 */
export async function refuseLoneProvider(
  deps: Pick<Deps, "config" | "db">,
  user: UserRow,
  { name, secondStep }: SignInProvider,
): Promise<void> {
  if (!secondStep || !isRequired(deps, user)) return;
  const params = { params: { provider: name } };
  if (await hasSigningPasskey(deps, user))
    throw new AppError(
      "unauthenticated",
      "provider-needs-passkey",
      "{provider} confirmed who you are, but this site asks for more. Please log in with your passkey.",
      params,
    );
  if (await hasTrustedProvider(deps, user))
    throw new AppError(
      "unauthenticated",
      "provider-needs-other",
      "{provider} confirmed who you are, but this site asks for more. Please log in with the other provider that your account is linked to.",
      params,
    );
}

const passkeyRequired = () =>
  new AppError(
    "unauthenticated",
    "passkey-required",
    "Your password is right, but this site asks for more. Please log in with your passkey. If you have lost it, the people who run this site can help.",
  );

const providerRequired = () =>
  new AppError(
    "unauthenticated",
    "provider-required",
    "Your password is right, but this site asks for more. Please log in with the provider that your account is linked to.",
  );

/**
 * Counts a code before it is checked. Throws `rate_limited`. As with passwords, a browser that signed in before is
 * counted separately. All others get a few codes of the app per network address, and together 30 a day: at that rate,
 * someone who has the password guesses for decades. Recovery codes cannot be guessed, so a daily limit does not apply
 * to them, and an owner who is kept from using the app has a way in.
 */
export async function countCode(
  deps: RateLimitDeps,
  { id }: Pick<UserRow, "id">,
  code: string,
  { address, deviceToken }: Caller,
): Promise<CountedGuess> {
  const isKnown = deviceToken !== null && (await isKnownDevice(deps, deviceToken, id));
  const counted: [LimitName, string][] = isKnown
    ? [["wrongCodesPerDevice", deviceLimitKey(deps, deviceToken, id)]]
    : [["wrongCodesPerAccountAndAddress", `${id}:${keyedHash(deps, "address", address)}`]];
  if (!isKnown && isOfApp(code)) counted.push(["wrongCodesPerAccount", id]);
  for (const [name, key] of counted) await takeFromLimit(deps, name, key);
  return {
    async giveBack() {
      for (const [name, key] of counted) await returnToLimit(deps, name, key);
    },
  };
}

/**
 * In the transaction that starts the session: uses up a code. Throws `unauthenticated` without one, and for one that is
 * wrong or was used before, on whatever server.
 */
export async function requireCode(
  deps: RateLimitDeps,
  user: UserRow,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw codeRequired();
  if (!(await spendCode(deps, user, code))) throw wrongCode("unauthenticated");
}

/** In a transaction: uses up a code; false for one that is wrong or was used before, on whatever server. */
export async function spendCode(deps: RateLimitDeps, user: UserRow, code: string): Promise<boolean> {
  return isOfApp(code) ? spendAppCode(deps, user.id, code) : spendRecovery(deps, user, code);
}

/** The codes of the errors that ask for more than the right password. */
export const secondStepCodes = ["second-factor-required", "passkey-required", "provider-required"];

/** The error that asks for the second step; the password was right. */
export function codeRequired(): AppError {
  return new AppError(
    "unauthenticated",
    "second-factor-required",
    "Please enter the code from your authenticator app, or a recovery code.",
  );
}

export function wrongCode(kind: "invalid" | "unauthenticated"): AppError {
  const wrong = { code: "code-wrong", text: "This code is wrong, or was used before." };
  return AppError.from(kind, wrong, { issues: [{ path: "code", ...say(wrong) }] });
}

/** A code of the app has six digits, however they are grouped; anything else is a recovery code. */
const isOfApp = (code: string) => /^\d{6}$/.test(withoutSpaces(code));
const withoutSpaces = (code: string) => code.replace(/\s/g, "");

async function spendAppCode(deps: RateLimitDeps, userId: string, code: string): Promise<boolean> {
  const app = await findApp(deps.db, userId);
  const secret = app && openAppSecret(deps, userId, app.sealedSecret);
  const step = secret ? findStep(secret, withoutSpaces(code), deps.now()) : null;
  return step !== null && spendStep(deps.db, userId, step);
}

async function spendRecovery(deps: RateLimitDeps, user: UserRow, code: string): Promise<boolean> {
  if (!(await spendRecoveryCode(deps.db, user.id, hashRecoveryCode(code)))) return false;
  await mailRecoveryCodeUsed(deps, user, await countRecoveryCodes(deps.db, user.id));
  return true;
}
