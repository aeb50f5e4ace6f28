import { z } from "zod";

/** Apart from registration: every first page of a visitor carries it. */
export const loginSchema = z.object({
  username: z.string().trim().min(1, "Username is required").max(200, "Username too long"),
  password: z.string().min(1, "Password is required").max(1000, "Password too long"),
});
export type LoginInput = z.infer<typeof loginSchema>;
