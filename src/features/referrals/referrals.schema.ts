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
