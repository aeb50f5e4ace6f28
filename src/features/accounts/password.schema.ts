import { z } from "zod";
import { registerSchema } from "./accounts.schema.ts";

const newPassword = registerSchema.shape.password;

export const changePasswordSchema = z.object({
  currentPassword: z.string().min(1, "Current password is required").max(1000, "Password too long"),
  newPassword,
});
export type ChangePasswordInput = z.infer<typeof changePasswordSchema>;

export const forgotPasswordSchema = z.object({
  /** A user name or an e-mail address. */
  account: z.string().trim().min(1, "Username or email is required").max(255, "Username or email too long"),
});
export type ForgotPasswordInput = z.infer<typeof forgotPasswordSchema>;

export const resetPasswordSchema = z.object({
  /** Of the link in the mail. */
  token: z.string().max(200, "This link is not complete."),
  password: newPassword,
});
export type ResetPasswordInput = z.infer<typeof resetPasswordSchema>;
