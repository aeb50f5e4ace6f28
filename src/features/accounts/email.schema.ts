import { z } from "zod";

export const confirmEmailSchema = z.object({
  /** Of the link in the mail. */
  token: z.string().max(200, "This link is not complete."),
});
export type ConfirmEmailInput = z.infer<typeof confirmEmailSchema>;

export const setEmailSchema = z.object({
  email: z.string("Invalid email").trim().max(255, "Email too long").pipe(z.email("Invalid email")),
  currentPassword: z.string().min(1, "Current password is required").max(1000, "Password too long"),
});
export type SetEmailInput = z.infer<typeof setEmailSchema>;
