import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { findActiveUser, setLastLogin } from "./accounts.repo.ts";
import { enter, requirePasswordWay, type SignIn } from "./accounts.service.ts";
import { askForPasskey, checkPasskey, requirePasskeyUse } from "./passkey-check.service.ts";
import type { PasskeyOptions } from "./passkeys.output.schema.ts";
import type { SignedPasskey } from "./passkeys.schema.ts";
import type { Caller } from "./wrong-logins.service.ts";

const signingIn = { purpose: "sign-in", userId: null } as const;

/** What a browser needs to sign in with any passkey of this site: the same for everyone. Throws `rate_limited`. */
export async function startPasskeySignIn(deps: RateLimitDeps, address: string): Promise<PasskeyOptions> {
  await takeFromLimit(deps, "passkeySignInsPerAddress", address);
  return askForPasskey(deps, signingIn);
}

/**
 * Signs in with a passkey, which takes the place of user name, password and second step: the device has checked its
 * owner's PIN, finger or face. Throws `unauthenticated`, for every reason with the same message; `forbidden`,
 * `rate_limited`.
 */
export async function signInByPasskey(
  deps: RateLimitDeps & Pick<Deps, "log" | "sessions" | "jobEvents">,
  signed: SignedPasskey,
  caller: Caller,
): Promise<SignIn> {
  requirePasswordWay(deps);
  await takeFromLimit(deps, "passkeySignInsPerAddress", caller.address);
  try {
    const checked = await checkPasskey(deps, signed, signingIn);
    const entered = await transaction(deps, async (deps) => {
      await requirePasskeyUse(deps, checked, signingIn);
      const user = await findActiveUser(deps.db, checked.owner.id);
      if (!user) throw new AppError("unauthenticated", "account-deleted", "This account was deleted.");
      await setLastLogin(deps.db, user.id, new Date(deps.now()));
      return enter(deps, user, caller);
    });
    deps.jobEvents.queued();
    return entered;
  } catch (error) {
    if (error instanceof AppError)
      deps.log.info({ address: caller.address, reason: error.kind }, "a login by passkey was refused");
    throw error;
  }
}
