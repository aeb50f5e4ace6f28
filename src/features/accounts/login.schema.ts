import { z } from "zod";
import { rule } from "../rules.ts";

/** Separate from registration, because every visitor's first page loads it. */
export const loginSchema = z.object({
  username: z
    .string()
    .trim()
    .min(1, rule("username-required", "Username is required"))
    .max(200, rule("username-too-long", "Username too long")),
  password: z
    .string()
    .min(1, rule("password-required", "Password is required"))
    .max(1000, rule("password-too-long", "Password too long")),
  code: z
    .string()
    .max(40, rule("code-too-long", "This code is too long"))
    .optional()
    .describe("From the authenticator app, or a recovery code; for an account that has them"),
});
export type LoginInput = z.infer<typeof loginSchema>;
