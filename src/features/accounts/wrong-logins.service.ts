import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import {
  forgetLimit,
  forgetLimits,
  giveBackToLimit,
  type LimitName,
  takeFromLimit,
} from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { findUserByKey } from "./accounts.repo.ts";
import { deviceLimitKey, isKnownDevice } from "./known-devices.service.ts";

/** Where a sign-in comes from. */
export type Caller = {
  /** The network address, as limits count it. */
  address: string;
  /** The token of the browser, if it has one. */
  deviceToken: string | null;
};

/** A guess that was counted, and how to take the count back. */
export type CountedGuess = { giveBack: () => void };

/**
 * Counts a password before it is checked. Throws `rate_limited`. A browser that signed in to the account before counts
 * on its own: nobody else can use up its tries, from wherever they come. All others count by account and address
 * together; by address, so that one that may try no more adds to nothing else; and, much slower, by account.
 */
export function countGuess(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">,
  usernameKey: string,
  caller: Caller,
): CountedGuess {
  const counted = listLimits(deps, usernameKey, caller);
  for (const [name, key] of counted) takeFromLimit(deps, name, key);
  return {
    giveBack() {
      for (const [name, key] of counted) giveBackToLimit(deps, name, key);
    },
  };
}

function listLimits(
  deps: Pick<Deps, "db" | "counterKey">,
  usernameKey: string,
  { address, deviceToken }: Caller,
): [LimitName, string][] {
  const user = findUserByKey(deps.db, usernameKey);
  if (user && deviceToken !== null && isKnownDevice(deps, deviceToken, user.id)) {
    return [["wrongLoginsPerDevice", deviceLimitKey(deps, deviceToken, user.id)]];
  }
  return [
    ["wrongLoginsPerAddress", address],
    ["wrongLoginsPerAccountAndAddress", `${hashName(deps, usernameKey)}:${hashAddress(deps, address)}`],
    ["wrongLoginsPerAccount", hashName(deps, usernameKey)],
  ];
}

/** Lifts every lock that wrong passwords put on an account. */
export function forgetWrongLogins(
  deps: Pick<Deps, "config" | "db" | "now" | "counterKey">,
  usernameKey: string,
): void {
  forgetLimit(deps, "wrongLoginsPerAccount", hashName(deps, usernameKey));
  forgetLimits(deps, "wrongLoginsPerAccountAndAddress", `${hashName(deps, usernameKey)}:`);
}

/** People type passwords where the name belongs, so no name is kept. */
const hashName = (deps: Pick<Deps, "counterKey">, usernameKey: string) =>
  keyedHash(deps, "username", usernameKey);
const hashAddress = (deps: Pick<Deps, "counterKey">, address: string) => keyedHash(deps, "address", address);
