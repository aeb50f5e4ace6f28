import { z } from "zod";
import { rule } from "../rules.ts";
import { registerSchema } from "./accounts.schema.ts";

const newPassword = registerSchema.shape.password;

export const changePasswordSchema = z.object({
  currentPassword: z
    .string()
    .min(1, rule("current-password-required", "Current password is required"))
    .max(1000, rule("password-too-long", "Password too long")),
  newPassword,
});
export type ChangePasswordInput = z.infer<typeof changePasswordSchema>;

export const forgotPasswordSchema = z.object({
  /** A user name or an email address. */
  account: z
    .string()
    .trim()
    .min(1, rule("account-required", "Username or email is required"))
    .max(255, rule("account-too-long", "Username or email too long")),
});
export type ForgotPasswordInput = z.infer<typeof forgotPasswordSchema>;

export const resetPasswordSchema = z.object({
  /** The token of the link in the email. */
  token: z.string().max(200, rule("link-incomplete", "This link is incomplete.")),
  password: newPassword,
});
export type ResetPasswordInput = z.infer<typeof resetPasswordSchema>;
