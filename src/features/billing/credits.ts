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
 * that no other account has, because its network address is already known. purchase: buy something, because its
 * browser is already known.
 */
export type ReferralProof = "stamp" | "email" | "purchase";
