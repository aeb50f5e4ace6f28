import type { ReferralProof } from "../../../db/columns/accounts.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError, type Message, say } from "../../errors.ts";
import { canTakeFromLimit, takeFromLimit } from "../../platform/rate-limits.ts";
import type { Actor } from "../accounts/accounts.ts";
import { referralCredits } from "../billing/billing.schema.ts";
import { creditNewReferral } from "../billing/referral-credits.service.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import type { Success } from "../outputs.schema.ts";
import type { ReferralStats } from "./referrals.output.schema.ts";
import {
  countPendingReferrals,
  findReferralAccount,
  findReferrer,
  type ReferralAccount,
  recordReferral,
  setReferralCode,
} from "./referrals.repo.ts";
import type { ApplyReferralInput } from "./referrals.schema.ts";

/** The user's code, the number of referrals and the credits earned. */
export async function readReferralStats(deps: Pick<Deps, "db">, user: Actor): Promise<ReferralStats> {
  const { referralCode, referralCount, creditsEarned } = await requireAccount(deps, user);
  const pendingCount = referralCount === 0 ? 0 : await countPendingReferrals(deps.db, user.id);
  return { referralCode, referralCount, creditsEarned, pendingCount };
}

/** Creates the user's code, once. Their network address counts as a referrer's. */
export async function generateReferralCode(
  deps: RateLimitDeps,
  user: Actor,
  address: string,
): Promise<ReferralStats> {
  const code = createReferralCode((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  return transaction(deps, async (deps) => {
    if ((await requireAccount(deps, user)).referralCode === null) {
      await isNewAddress(deps, address);
      await setReferralCode(deps.db, user.id, code);
    }
    return readReferralStats(deps, user);
  });
}

/**
 * Records that the signed-in new user was referred by this code, once per account. Where credits buy nothing, both
 * sides get theirs at once. Where they pay, the new account gets its own at once, and the referrer when the new user
 * has stamped or bought something, which may already be the case; if the network address, browser or mailbox is already
 * known, both wait for more proof (billing/referral-credits.service.ts). Every referral is logged with its network
 * address to reveal account farms. Throws `invalid`, `conflict`, `rate_limited`.
 */
export async function applyReferralCode(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey">,
  user: Actor,
  input: ApplyReferralInput,
  address: string,
): Promise<Success> {
  await takeFromLimit(deps, "referralTriesPerAccount", user.id);
  await takeFromLimit(deps, "referralTriesPerAddress", address);
  const { referrer, awaits } = await transaction(deps, async (deps) => {
    const found = await findReferrer(deps.db, readReferralCode(input.referralCode));
    const { id } = requireReferral(await requireAccount(deps, user), found, deps.now());
    const first = (await isNewAddress(deps, address)) ? "stamp" : "email";
    await recordReferral(deps.db, { newcomer: user.id, referrer: id, awaits: first });
    return { referrer: id, awaits: await creditNewReferral(deps, user.id) };
  });
  deps.log.info({ newcomer: user.id, referrer, address, awaits }, "a referral code was applied");
  return { success: true, ...say({ ...messageFor(deps, awaits), params: { count: referralCredits } }) };
}

/** Whether this network address had no referral in the last 30 days. Records this one. */
async function isNewAddress(deps: RateLimitDeps, address: string): Promise<boolean> {
  return canTakeFromLimit(deps, "referralsPerAddress", address);
}

function messageFor({ config }: Pick<Deps, "config">, awaits: ReferralProof | null): Message {
  if (awaits === null) {
    return {
      code: "referral-credited",
      text: "You and the person who referred you got {count} free credits each.",
    };
  }
  if (awaits === "stamp") {
    return {
      code: "referral-newcomer-credited",
      text: "You got {count} free credits. The person who referred you gets {count} when you have stamped a first document or bought something.",
    };
  }
  if (awaits === "email" && config.smtpUrl !== undefined) {
    return {
      code: "referral-awaits-email",
      text: "Your code has been saved. You and the person who referred you get {count} free credits each when your first document is stamped and you have confirmed your email address.",
    };
  }
  return {
    code: "referral-awaits-purchase",
    text: "Your code has been saved. You and the person who referred you get {count} free credits each after your first purchase.",
  };
}

async function requireAccount(deps: Pick<Deps, "db">, user: Actor): Promise<ReferralAccount> {
  const account = await findReferralAccount(deps.db, user.id);
  if (!account) throw new AppError("not_found", "account-not-found", "This account does not exist.");
  return account;
}

/** Crockford base 32: no I, L, O and U, which makes a code easy to read out and type. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 8;
const day = 86_400_000;
const applicableMs = 30 * day;

/** The fields of each side that decide a referral. */
type ReferralParty = { id: string; referredBy: string | null; createdAt: Date };

/** A new code of 40 random bits. `random` returns that many secure random bytes. */
function createReferralCode(random: (bytes: number) => Uint8Array): string {
  return [...random(codeLength)].map((byte) => alphabet[byte & 31]).join("");
}

/** The code as issued: O, I and L, which no code contains, count as the digits they resemble. */
function readReferralCode(typed: string): string {
  return typed.replaceAll("O", "0").replace(/[IL]/g, "1");
}

/**
 * Throws unless `newcomer` may get credits for being referred by `referrer`: `invalid` for an unknown code, the
 * user's own, a code of someone they referred, and after 30 days; `conflict` if a code was applied before.
 */
function requireReferral<Referrer extends ReferralParty>(
  newcomer: ReferralParty,
  referrer: Referrer | undefined,
  now: number,
): Referrer {
  if (newcomer.referredBy !== null) {
    throw new AppError("conflict", "referral-already-applied", "You have already applied a referral code.");
  }
  if (!referrer) throw new AppError("invalid", "referral-code-invalid", "This referral code is not valid.");
  if (referrer.id === newcomer.id)
    throw new AppError("invalid", "referral-code-own", "You cannot use your own referral code.");
  if (referrer.referredBy === newcomer.id) {
    throw new AppError(
      "invalid",
      "referral-code-of-referred",
      "You cannot use the code of someone you referred.",
    );
  }
  if (now - newcomer.createdAt.getTime() > applicableMs) {
    throw new AppError(
      "invalid",
      "referral-too-late",
      "A referral code can only be applied in the first 30 days of an account.",
    );
  }
  return referrer;
}
