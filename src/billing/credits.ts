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
