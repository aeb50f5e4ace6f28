/** before: what an account had when the ledger began. */
export type CreditReason = "before" | "granted" | "referral" | "redeemed";

export type CreditEntry = {
  userId: string;
  /** Below zero where credits are spent. */
  credits: number;
  reason: CreditReason;
  /** The id of what explains it (db/schema/billing.ts). */
  subject: string;
};

/**
 * What has to be seen of a referred account before credits are given. stamp: its first stamp. email: also a confirmed
 * address that no other account has, because its network address was seen before. purchase: a purchase, because its
 * browser belongs to somebody who was seen before.
 */
export type ReferralProof = "stamp" | "email" | "purchase";
