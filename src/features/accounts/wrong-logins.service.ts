import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import {
  type LimitName,
  resetLimit,
  resetLimits,
  returnToLimit,
  takeFromLimit,
} from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { findUserByKey } from "./accounts.repo.ts";
import { deviceLimitKey, isKnownDevice } from "./known-devices.service.ts";

/** The origin of a sign-in. */
export type Caller = {
  /** The network address, as counted by the rate limits. */
  address: string;
  /** The token of the browser, if it has one. */
  deviceToken: string | null;
  /** Its User-Agent header, from which the name of the device in the list of sessions is read. */
  userAgent?: string | null;
};

/** A counted attempt, and how to take the count back. */
export type CountedGuess = { giveBack: () => Promise<void> };

/**
 * Counts a password before it is checked. Throws `rate_limited`. A browser that signed in to the account before is
 * counted separately: others cannot use up its attempts, wherever they are. All others are counted three ways: by
 * account and address together, by address, and, with a much higher limit, by account. An address at its limit adds
 * to no other count.
 */
export async function countGuess(
  deps: RateLimitDeps,
  usernameKey: string,
  caller: Caller,
): Promise<CountedGuess> {
  const counted = await listLimits(deps, usernameKey, caller);
  for (const [name, key] of counted) await takeFromLimit(deps, name, key);
  return {
    async giveBack() {
      for (const [name, key] of counted) await returnToLimit(deps, name, key);
    },
  };
}

async function listLimits(
  deps: Pick<Deps, "db" | "counterKey">,
  usernameKey: string,
  { address, deviceToken }: Caller,
): Promise<[LimitName, string][]> {
  const user = await findUserByKey(deps.db, usernameKey);
  if (user && deviceToken !== null && (await isKnownDevice(deps, deviceToken, user.id))) {
    return [["wrongLoginsPerDevice", deviceLimitKey(deps, deviceToken, user.id)]];
  }
  return [
    ["wrongLoginsPerAddress", address],
    ["wrongLoginsPerAccountAndAddress", `${hashName(deps, usernameKey)}:${hashAddress(deps, address)}`],
    ["wrongLoginsPerAccount", hashName(deps, usernameKey)],
  ];
}

/** Unlocks an account that was locked by wrong passwords. */
export async function resetWrongLogins(
  deps: Pick<Deps, "config" | "db" | "now" | "counterKey">,
  usernameKey: string,
): Promise<void> {
  await resetLimit(deps, "wrongLoginsPerAccount", hashName(deps, usernameKey));
  await resetLimits(deps, "wrongLoginsPerAccountAndAddress", `${hashName(deps, usernameKey)}:`);
}

/** People type passwords into the name field, so no name is stored. */
const hashName = (deps: Pick<Deps, "counterKey">, usernameKey: string) =>
  keyedHash(deps, "username", usernameKey);
const hashAddress = (deps: Pick<Deps, "counterKey">, address: string) => keyedHash(deps, "address", address);
