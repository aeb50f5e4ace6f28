import type { CreditReason } from "../../../db/columns/billing.ts";

export type CreditEntry = {
  userId: string;
  /** Negative for credits spent. */
  credits: number;
  reason: CreditReason;
  /** The id of the cause (db/schema/billing.ts). */
  subject: string;
};
