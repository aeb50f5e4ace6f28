import { z } from "zod";

export const longestReferralCode = 20;

const missing = "Please enter a referral code";

export const applyReferralSchema = z.object({
  referralCode: z
    .string(missing)
    .trim()
    .toUpperCase()
    .min(1, missing)
    .max(longestReferralCode, "Referral code too long"),
});
export type ApplyReferralInput = z.infer<typeof applyReferralSchema>;

export type ReferralStats = {
  /** Null until the user asks for one. */
  referralCode: string | null;
  referralCount: number;
  /** Free credits this user got for people they referred. */
  creditsEarned: number;
  /** How many of those people have not stamped or bought yet, or not shown that they are people of their own. */
  pendingCount: number;
};

export type ReferralAnswer = { success: true; message: string };
