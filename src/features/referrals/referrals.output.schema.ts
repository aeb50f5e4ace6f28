import { z } from "zod";

export const referralStatsSchema = z
  .object({
    /** Null until the user asks for one. */
    referralCode: z.string().nullable(),
    referralCount: z.int(),
    /** Free credits this user earned from referrals. */
    creditsEarned: z.int(),
    pendingCount: z.int().describe("How many of them have not yet stamped a document or bought anything"),
  })
  .meta({ id: "ReferralStats" });
export type ReferralStats = z.infer<typeof referralStatsSchema>;
