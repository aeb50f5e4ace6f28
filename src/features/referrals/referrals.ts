import { AppError } from "../../errors.ts";

/** Crockford base 32: no I, L, O and U, so that a code can be read out and typed. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 8;
const day = 86_400_000;
const applicableMs = 30 * day;

/** What decides about a referral, of either side. */
export type ReferralParty = { id: string; referredBy: string | null; createdAt: Date };

/** A new code of 40 random bits. `random` gives that many bytes of the system's random source. */
export function createReferralCode(random: (bytes: number) => Uint8Array): string {
  return [...random(codeLength)].map((byte) => alphabet[byte & 31]).join("");
}

/** The code as it was given out: O, I and L, which no code has, are read as the digits they look like. */
export function readReferralCode(typed: string): string {
  return typed.replaceAll("O", "0").replace(/[IL]/g, "1");
}

/**
 * Passes when `newcomer` may be credited for having come through `referrer`. Throws `invalid` for an unknown
 * code, one's own, that of somebody one has referred, and after 30 days; `conflict` when one was applied before.
 */
export function requireReferral<Referrer extends ReferralParty>(
  newcomer: ReferralParty,
  referrer: Referrer | undefined,
  now: number,
): Referrer {
  if (newcomer.referredBy !== null) {
    throw new AppError("conflict", "You have already applied a referral code.");
  }
  if (!referrer) throw new AppError("invalid", "This referral code is not valid.");
  if (referrer.id === newcomer.id) throw new AppError("invalid", "You cannot use your own referral code.");
  if (referrer.referredBy === newcomer.id) {
    throw new AppError("invalid", "You cannot use the code of somebody you referred.");
  }
  if (now - newcomer.createdAt.getTime() > applicableMs) {
    throw new AppError("invalid", "A referral code can only be applied in the first 30 days of an account.");
  }
  return referrer;
}
