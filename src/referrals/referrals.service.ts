import type { Actor } from "../accounts/accounts.ts";
import { enterCredits } from "../billing/credits.service.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { takeFromLimit } from "../limits.ts";
import {
  findReferralAccount,
  findReferrer,
  noteReferral,
  type ReferralAccount,
  setReferralCode,
} from "./referrals.repo.ts";
import {
  type ApplyReferralInput,
  type ReferralAnswer,
  type ReferralStats,
  referralCredits,
} from "./referrals.schema.ts";
import { createReferralCode, readReferralCode, requireReferral } from "./referrals.ts";

/** The user's own code, how many came through it, and what that earned. */
export function readReferralStats(deps: Deps, user: Actor): ReferralStats {
  const { referralCode, referralCount, creditsEarned } = requireAccount(deps, user);
  return { referralCode, referralCount, creditsEarned };
}

/** Gives the user a code, once: whoever has one keeps it for good. */
export function generateReferralCode(deps: Deps, user: Actor): ReferralStats {
  const code = createReferralCode((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  setReferralCode(deps.db, user.id, code);
  return readReferralStats(deps, user);
}

/**
 * Credits the signed-in newcomer and the person whose code it is, both or neither, once per account. Every
 * referral is logged with its network address, so that farms of accounts show. Throws `invalid`, `conflict`,
 * `rate_limited`.
 */
export function applyReferralCode(
  deps: Deps,
  user: Actor,
  input: ApplyReferralInput,
  address: string,
): ReferralAnswer {
  takeFromLimit(deps, "referralTriesPerAccount", user.id);
  takeFromLimit(deps, "referralTriesPerAddress", address);
  const referrer = deps.db.transaction(
    () => {
      const found = findReferrer(deps.db, readReferralCode(input.referralCode));
      const { id } = requireReferral(requireAccount(deps, user), found, deps.now());
      noteReferral(deps.db, { newcomer: user.id, referrer: id, credits: referralCredits });
      for (const userId of [user.id, id])
        enterCredits(deps, { userId, credits: referralCredits, reason: "referral", subject: user.id });
      return id;
    },
    { behavior: "immediate" },
  );
  deps.log.info({ newcomer: user.id, referrer, address }, "a referral was credited");
  return {
    success: true,
    message: `You and the person who referred you got ${referralCredits} free credits each.`,
  };
}

function requireAccount(deps: Deps, user: Actor): ReferralAccount {
  const account = findReferralAccount(deps.db, user.id);
  if (!account) throw new AppError("not_found", "This account does not exist.");
  return account;
}
