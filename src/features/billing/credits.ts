/** before: the balance when the ledger was introduced. */
export type CreditReason = "before" | "granted" | "referral" | "redeemed";

export type CreditEntry = {
  userId: string;
  /** Negative for credits spent. */
  credits: number;
  reason: CreditReason;
  /** The id of the cause (db/schema/billing.ts). */
  subject: string;
};

/**
 * What a referred account must do before credits are given. stamp: make its first stamp. email: also confirm an address
 * that no other account has, because its network address was seen before. purchase: buy something, because its browser
 * was seen before.
 */
export type ReferralProof = "stamp" | "email" | "purchase";
