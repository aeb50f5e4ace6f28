import { z } from "zod";
import { rule } from "../rules.ts";

export const confirmAppSchema = z.object({
  code: z
    .string()
    .trim()
    .min(1, rule("code-required", "Please enter the code"))
    .max(40, rule("code-too-long", "This code is too long")),
});

/** What proves that the owner, not only their browser, wants a change. */
export const proofSchema = z.object({
  currentPassword: z
    .string()
    .min(1, rule("current-password-required", "Current password is required"))
    .max(1000, rule("password-too-long", "Password too long")),
});
export type Proof = z.infer<typeof proofSchema>;
