import { z } from "zod";
import { rule } from "../rules.ts";

export const longestReferralCode = 20;

const missing = rule("referral-code-required", "Please enter a referral code");

export const applyReferralSchema = z.object({
  referralCode: z
    .string(missing)
    .trim()
    .toUpperCase()
    .min(1, missing)
    .max(longestReferralCode, rule("referral-code-too-long", "Referral code too long")),
});
export type ApplyReferralInput = z.infer<typeof applyReferralSchema>;
